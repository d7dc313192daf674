#include "process/environment.hpp"

#include <fmt/format.h>

namespace referee {

std::vector<std::string> environment_of(const EnvironmentFacts& facts) {
    std::vector<std::string> variables{
        "PATH=/usr/local/bin:/usr/bin:/bin",        "LANG=C.UTF-8",
        fmt::format("HOME={}", facts.work_path),    fmt::format("TMPDIR={}", facts.work_path),
        fmt::format("REFEREE_GAME={}", facts.game), fmt::format("REFEREE_SEAT={}", facts.seat),
        fmt::format("REFEREE_SEED={}", facts.seed),
    };
    if (!facts.ai_folder.empty()) {
        variables.push_back(fmt::format("REFEREE_AI_DIR={}", facts.ai_folder));
    }
    return variables;
}

} // namespace referee
