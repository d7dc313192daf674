#include "commands/printed_error.hpp"

#include <algorithm>
#include <array>
#include <regex>

namespace referee {
namespace {

struct Sign {
    std::string_view text;
    bool is_missing;
};

constexpr std::array<Sign, 10> signs{{
    {"No such file or directory", true},
    {"ENOENT", true},
    {"NoSuchFileException", true},
    {"FileNotFoundException", true},
    {"Permission denied", false},
    {"EACCES", false},
    {"AccessDeniedException", false},
    {"Operation not permitted", false},
    {"EPERM", false},
    {"Read-only file system", false},
}};

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The names of files in a line with an error.
std::vector<std::string> names_in(const std::string& line) {
    std::vector<std::string> names;
    static const std::regex quoted(R"('([^']+)'|"([^"]+)\")");
    for (std::sregex_iterator at(line.begin(), line.end(), quoted), end; at != end; ++at) {
        names.push_back((*at)[1].matched ? (*at)[1] : (*at)[2]);
    }
    if (!names.empty()) {
        return names;
    }
    // Java: "…Exception: NAME (No such file or directory)" or "…Exception: NAME"
    static const std::regex java(R"(Exception: (.+?)(?: \(.*)?$)");
    // Shells and perror(): "ai: line 3: cannot create NAME: Permission denied"
    static const std::regex shell(
        R"(^(?:.*: )?(?:cannot (?:create|open) )?(.+?): (?:Permission denied|No such file|Oper))");
    std::smatch found;
    if (std::regex_search(line, found, java) || std::regex_search(line, found, shell)) {
        names.push_back(found[1]);
    }
    return names;
}

} // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

std::optional<FileError> file_error_in(std::string_view printed) {
    const std::vector<std::string_view> lines = lines_of(printed);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const auto* const sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& each) {
            return contains(*line, each.text);
        });
        if (sign != signs.end()) {
            // Java names the exception first and the cause in parentheses.
            const bool is_missing = sign->is_missing && !contains(*line, "Permission denied");
            constexpr std::size_t max_line = 600; // the AI may print what takes regexes long
            return FileError{is_missing, names_in(std::string(line->substr(0, max_line)))};
        }
    }
    return std::nullopt;
}

std::string missing_module_in(std::string_view printed) {
    static const std::regex python(R"(No module named '([^']+)')");
    static const std::regex node(R"(Cannot find (?:module|package) '([^']+)')");
    static const std::regex java(R"((?:NoClassDefFoundError|ClassNotFoundException): (\S+))");
    static const std::regex perl(R"(Can't locate (\S+) in @INC)");
    const std::string text(printed);
    std::smatch found;
    for (const std::regex* const form : {&python, &node, &java, &perl}) {
        if (std::regex_search(text, found, *form)) {
            return found[1];
        }
    }
    return "";
}

} // namespace referee
