#include "commands/tournament_workers.hpp"

#include "error.hpp"
#include "process/cores.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace referee {
namespace {

/// Divides `cores` among `jobs` workers: equal parts for simultaneous games, else one core each.
std::vector<std::vector<int>> share_cores(const std::vector<int>& cores, int jobs, bool at_once) {
    const std::size_t each =
        at_once ? std::max<std::size_t>(1, cores.size() / static_cast<std::size_t>(jobs)) : 1;
    std::vector<std::vector<int>> shares;
    for (int job = 0; job < jobs; ++job) {
        std::vector<int> share;
        for (std::size_t i = 0; i < each; ++i) {
            share.push_back(cores[(static_cast<std::size_t>(job) * each + i) % cores.size()]);
        }
        shares.push_back(share);
    }
    return shares;
}

} // namespace

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
