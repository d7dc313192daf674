#include "field/ini.hpp"

#include "error.hpp"
#include "field/text.hpp"

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace referee {
namespace {

namespace options = boost::program_options;

/// Lines that begin with the key, in order: the parser doesn't report line numbers.
std::vector<int> lines_of(const std::string& path, std::string_view key) {
    std::ifstream file(path);
    std::vector<int> lines;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string_view text(line);
        const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
        const std::string_view rest = text.substr(begin);
        if (rest.substr(0, key.size()) == key &&
            (rest.size() == key.size() ||
             std::string_view(" \t=").find(rest[key.size()]) != std::string_view::npos)) {
            lines.push_back(number);
        }
    }
    return lines;
}

/// The first line that the parser refuses, which it doesn't report either; 1 if there is none.
int invalid_line(const std::string& path) {
    std::ifstream file(path);
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
        std::string_view line(text);
        line = line.substr(0, line.find('#'));
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin != std::string_view::npos && line.find('=') == std::string_view::npos &&
            (line[begin] != '[' || line[line.find_last_not_of(" \t\r")] != ']')) {
            return number;
        }
    }
    return 1;
}

/// Throws UserError for a file that can't be read, and for one in another encoding, because its
/// keys would look right in a message.
void require_plain_text(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw UserError(fmt::format(
            "{}: can't be read ({}); check its permissions", path, std::strerror(errno)));
    }
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (number == 1 && line.starts_with("\xef\xbb\xbf")) {
            refuse_ini(path, 1, "the file begins with a byte order mark", "save it without one");
        }
        if (line.find('\0') != std::string::npos) {
            refuse_ini(path, number, "the line has a NUL byte", "save the file as plain text");
        }
    }
}

} // namespace

std::vector<IniEntry> read_ini(const std::string& file) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(file, code)) {
        throw UserError(file + ": not a regular file; name a file with lines 'key = value'");
    }
    require_plain_text(file);
    std::vector<IniEntry> entries;
    std::map<std::string, std::size_t> counts;
    try {
        const options::options_description none;
        const auto parsed = options::parse_config_file(file.c_str(), none, true);
        for (const options::option& option : parsed.options) {
            const std::vector<int> lines = lines_of(file, option.string_key);
            const std::size_t number = counts[option.string_key]++;
            entries.push_back(
                {option.string_key, option.value.empty() ? "" : option.value[0],
                 lines.empty() ? 1 : lines[std::min(number, lines.size() - 1)]});
        }
    } catch (const options::invalid_syntax& problem) {
        // what() would put the line into its own text again and again if the line contains
        // "%invalid_line%", the placeholder of Boost.
        refuse_ini(
            file, invalid_line(file), fmt::format("invalid line '{}'", printable(problem.tokens())),
            "write lines 'key = value'");
    } catch (const options::error& problem) {
        refuse_ini(file, invalid_line(file), problem.what(), "write lines 'key = value'");
    }
    return entries;
}

void refuse_ini(
    const std::string& file, int line, const std::string& what, const std::string& todo) {
    throw UserError(fmt::format("{}:{}: {}; {}", file, line, what, todo));
}

} // namespace referee
