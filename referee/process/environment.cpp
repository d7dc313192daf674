#include "process/environment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {

std::string find_in_ai_path(std::string_view name) {
    for (std::string_view rest = ai_path; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        std::string path = fmt::format("{}/{}", folder, name);
        if (::access(path.c_str(), X_OK) == 0) {
            return path;
        }
        rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    }
    return "";
}

std::vector<std::string> environment_of(const EnvironmentFacts& facts) {
    std::vector<std::string> variables{
        fmt::format("PATH={}", ai_path),
        "LANG=C.UTF-8",
        fmt::format("HOME={}", facts.work_path),
        fmt::format("TMPDIR={}", facts.work_path),
        fmt::format("REFEREE_GAME={}", facts.game),
        fmt::format("REFEREE_SEAT={}", facts.seat),
        fmt::format("REFEREE_SEED={}", facts.seed),
    };
    if (!facts.ai_folder.empty()) {
        variables.push_back(fmt::format("REFEREE_AI_DIR={}", facts.ai_folder));
    }
    return variables;
}

} // namespace referee
