#include "base/ini.hpp"

#include "base/error.hpp"
#include "base/remedy.hpp"
#include "base/text.hpp"

#include <boost/program_options/errors.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>

namespace referee {
namespace {

namespace options = boost::program_options;

enum class LineKind { without_entry, entry, invalid };

/// What the parser takes a line for.
LineKind kind_of(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) {
        return LineKind::without_entry;
    }
    if (line[begin] == '[' && line[line.find_last_not_of(" \t\r")] == ']') {
        return LineKind::without_entry; // the head of a section
    }
    return line.find('=') == std::string_view::npos ? LineKind::invalid : LineKind::entry;
}

/// The numbers of the lines of a kind: the parser doesn't report them.
std::vector<int> lines_of(const std::string& text, LineKind kind) {
    std::istringstream file(text);
    std::vector<int> lines;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (kind_of(line) == kind) {
            lines.push_back(number);
        }
    }
    return lines;
}

/// The first line that the parser refuses; 1 if there is none.
int invalid_line(const std::string& text) {
    const std::vector<int> lines = lines_of(text, LineKind::invalid);
    return lines.empty() ? 1 : lines[0];
}

/// Throws UserError for a file in another encoding, because its keys would look right in a message.
void require_plain_text(const std::string& path, const std::string& text) {
    std::istringstream file(text);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (number == 1 && line.starts_with("\xef\xbb\xbf")) {
            refuse_ini(path, 1, "the file begins with a byte order mark", "save it without one");
        }
        if (number == 1 && (line.starts_with("\xff\xfe") || line.starts_with("\xfe\xff"))) {
            refuse_ini(path, 1, "the file is in UTF-16", "save it as UTF-8");
        }
        if (line.find('\0') != std::string::npos) {
            refuse_ini(path, number, "the line has a NUL byte", "save the file as plain text");
        }
    }
}

} // namespace

std::vector<IniEntry> read_ini(const std::string& file) {
    std::error_code code;
    const std::filesystem::file_type type = std::filesystem::status(file, code).type();
    if (type == std::filesystem::file_type::not_found) {
        throw UserError(file + ": there is no such file; check the path");
    }
    if (type == std::filesystem::file_type::none) { // e.g. a folder above is closed
        throw UserError(
            fmt::format("{}: can't be read ({}); check its permissions", file, code.message()));
    }
    if (type != std::filesystem::file_type::regular) {
        throw UserError(file + ": not a regular file; name a file with lines 'key = value'");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        const int error = errno;
        if (is_denied_by_system(error, AT_FDCWD, file)) {
            throw DeniedBySystem(fmt::format(
                "{}: can't be read ({}); {}", file, std::strerror(error), remedy_for(error)));
        }
        throw UserError(fmt::format(
            "{}: can't be read ({}); check its permissions", file, std::strerror(error)));
    }
    return read_ini(file, std::string(std::istreambuf_iterator<char>(stream), {}));
}

std::vector<IniEntry> read_ini(const std::string& file, const std::string& text) {
    require_plain_text(file, text);
    std::vector<IniEntry> entries;
    try {
        const options::options_description none;
        std::istringstream stream(text);
        const auto parsed = options::parse_config_file(stream, none, true);
        // In the file's order, one for each such line.
        const std::vector<int> lines = lines_of(text, LineKind::entry);
        for (const options::option& option : parsed.options) {
            const std::size_t index = entries.size();
            entries.push_back(
                {option.string_key, option.value.empty() ? "" : option.value[0],
                 index < lines.size() ? lines[index] : 1});
        }
    } catch (const options::invalid_syntax& problem) {
        // what() would put the line into its own text again and again if the line contains
        // "%invalid_line%", the placeholder of Boost.
        refuse_ini(
            file, invalid_line(text), fmt::format("invalid line '{}'", printable(problem.tokens())),
            "write lines 'key = value'");
    } catch (const options::error& problem) {
        refuse_ini(file, invalid_line(text), problem.what(), "write lines 'key = value'");
    }
    return entries;
}

void refuse_ini(
    const std::string& file, int line, const std::string& what, const std::string& todo) {
    throw UserError(fmt::format("{}:{}: {}; {}", file, line, what, todo));
}

} // namespace referee
