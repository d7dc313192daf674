#include "ai/patterns.hpp"

#include "ai/contestant.hpp"
#include "ai/declaration.hpp"
#include "ai/executable.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <iterator>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

bool is_ai(const std::string& path) {
    std::error_code code;
    return fs::exists(fs::path(path) / "ai.ini", code) ||
           (fs::is_regular_file(path, code) && ::access(path.c_str(), X_OK) == 0);
}

/// The paths that match a pattern, ordered by name.
struct Matching {
    std::vector<std::string> ais;
    std::vector<std::string> others;
};

Matching matching(const std::string& pattern) {
    glob_t found{};
    ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
    std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    std::sort(paths.begin(), paths.end());
    Matching result;
    std::partition_copy(
        paths.begin(), paths.end(), std::back_inserter(result.ais),
        std::back_inserter(result.others), is_ai);
    return result;
}

/// A script that isn't executable must not be skipped silently.
void tell_left_out(const std::vector<std::string>& others) {
    constexpr std::size_t max_names = 8;
    const std::size_t shown = std::min(others.size(), max_names);
    if (shown > 0) {
        print_message(fmt::format(
            "referee: note: skipped: {}{}; an AI is an executable file (chmod +x) or a folder "
            "with ai.ini\n",
            safe_text(fmt::format(
                "{}",
                fmt::join(
                    others.begin(), others.begin() + static_cast<std::ptrdiff_t>(shown), ", "))),
            shown < others.size() ? fmt::format(" and {} more", others.size() - shown) : ""));
    }
}

/// An existing path isn't a pattern.
bool may_be_pattern(const std::string& path) {
    std::error_code code;
    return path.find_first_of("*?[") != std::string::npos && !fs::exists(path, code);
}

/// True if the first of several words names a program.
bool may_be_command_line(const std::string& path) {
    const std::vector<std::string> words = split_words(path).words;
    std::error_code code;
    return words.size() > 1 && (fs::exists(words[0], code) || !find_in_ai_path(words[0]).empty());
}

} // namespace

bool matches_something(const std::string& pattern) {
    if (!may_be_pattern(pattern)) {
        return false;
    }
    const auto [found, others] = matching(pattern);
    return !found.empty() || !others.empty();
}

std::vector<std::string> expanded(const std::vector<std::string>& ais) {
    std::vector<std::string> paths;
    for (const std::string& ai : ais) {
        const auto [name, pattern] = split_name(ai);
        if (!may_be_pattern(pattern)) {
            paths.push_back(ai);
            continue;
        }
        const auto [found, others] = matching(pattern);
        // Files take precedence, whether they have blanks in their names or not.
        if (found.empty() && others.empty() && may_be_command_line(pattern)) {
            paths.push_back(ai);
            continue;
        }
        tell_left_out(others);
        if (found.empty()) {
            throw UserError(fmt::format(
                "--ai {}: it matches no AI (an executable file, or a folder with ai.ini); check the pattern",
                printable(ai)));
        }
        if (!name.empty() && found.size() > 1) {
            throw UserError(fmt::format(
                "--ai {}: it matches {} AIs, which can't all have the same name; leave out 'NAME='",
                printable(ai), found.size()));
        }
        for (const std::string& path : found) {
            paths.push_back(name.empty() ? path : fmt::format("{}={}", name, path));
        }
    }
    return paths;
}

} // namespace referee
