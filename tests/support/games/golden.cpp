#include "support/games/golden.hpp"

#include "support/run.hpp"

#include <boost/iostreams/device/file.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <istream>
#include <stdexcept>

namespace tests {

void for_each_golden(
    const std::string& name,
    const std::function<void(const nlohmann::json& line, int number)>& look) {
    namespace io = boost::iostreams;
    const std::string path = source_folder() + "/tests/golden/" + name;
    io::filtering_istream lines;
    lines.push(io::gzip_decompressor());
    lines.push(io::file_source(path, std::ios::in | std::ios::binary));
    std::string line;
    int number = 0;
    while (std::getline(lines, line)) {
        look(nlohmann::json::parse(line), ++number);
    }
    if (number == 0) {
        throw std::runtime_error(path + " can't be read");
    }
}

} // namespace tests
