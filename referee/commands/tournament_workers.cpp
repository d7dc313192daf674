#include "commands/tournament_workers.hpp"

#include "error.hpp"
#include "process/cores.hpp"
#include "tournament/tournament.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace referee {

std::vector<std::vector<int>> cores_of_jobs(
    const Arguments& arguments, const MatchConfig& config, bool is_simultaneous, int seats) {
    const std::vector<int> cores = config.cores.empty() ? allowed_cores() : config.cores;
    const auto count = static_cast<int>(cores.size());
    const int default_value = is_simultaneous ? std::max(1, count / seats) : count;
    const auto jobs = static_cast<int>(arguments.integer("jobs", default_value, 1, 1024));
    if (jobs > count && !arguments.has("oversubscribe")) {
        throw UserError(fmt::format(
            "--jobs {}: there are only {} cores, and games that share a core delay each other; "
            "give fewer, or --oversubscribe",
            jobs, count));
    }
    return share_cores(cores, jobs, is_simultaneous);
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("model name")) {
            return line.substr(std::min(line.find(": ") + 2, line.size()));
        }
    }
    return "unknown";
}

} // namespace referee
