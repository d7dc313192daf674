#include "commands/ai_patterns.hpp"

#include "error.hpp"
#include "field/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

bool is_ai(const std::string& path) {
    std::error_code code;
    return fs::exists(fs::path(path) / "ai.ini", code) ||
           (fs::is_regular_file(path, code) && ::access(path.c_str(), X_OK) == 0);
}

std::vector<std::string> matching(const std::string& pattern) {
    glob_t found{};
    ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
    std::vector<std::string> ais;
    std::copy_if(
        found.gl_pathv, found.gl_pathv + found.gl_pathc, std::back_inserter(ais),
        [](const char* path) { return is_ai(path); });
    ::globfree(&found);
    std::sort(ais.begin(), ais.end());
    return ais;
}

/// A path that is there, and a command line, are no patterns.
bool is_pattern(const std::string& path) {
    std::error_code code;
    return path.find_first_of("*?[") != std::string::npos && path.find(' ') == std::string::npos &&
           !fs::exists(path, code);
}

} // namespace

std::vector<std::string> expanded(const std::vector<std::string>& ais) {
    std::vector<std::string> paths;
    for (const std::string& ai : ais) {
        const std::size_t equals = ai.find('=');
        const std::size_t begin =
            equals != std::string::npos && ai.find('/') > equals ? equals + 1 : 0;
        const std::string pattern = ai.substr(begin);
        if (!is_pattern(pattern)) {
            paths.push_back(ai);
            continue;
        }
        const std::vector<std::string> found = matching(pattern);
        if (found.empty()) {
            throw UserError(fmt::format(
                "--ai {}: it matches no AI (an executable file, or a folder with ai.ini)",
                printable(ai)));
        }
        if (begin > 0 && found.size() > 1) {
            throw UserError(fmt::format(
                "--ai {}: it matches {} AIs, which can't have one name; leave out 'NAME='",
                printable(ai), found.size()));
        }
        for (const std::string& path : found) {
            paths.push_back(ai.substr(0, begin) + path);
        }
    }
    return paths;
}

} // namespace referee
