#include "process/environment.hpp"

#include "process/attached.hpp"

#include <fmt/format.h>

namespace referee {

std::string find_in_ai_path(std::string_view name) {
    return find_in_folders(name, ai_path);
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
