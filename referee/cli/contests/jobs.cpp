#include "cli/contests/jobs.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "os/cores.hpp"
#include "os/machine.hpp"

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
    CoreShare share = core_share(config.cores.empty() ? allowed_cores() : config.cores);
    const int default_value = is_simultaneous ? std::max(1, share.games() / seats) : share.games();
    const auto jobs = static_cast<int>(arguments.integer("jobs", default_value, 1, 1024));
    if (jobs > share.whole() && !arguments.has("oversubscribe")) {
        throw UserError(fmt::format(
            "--jobs {}: there {} only {}, and games that share a core delay each other; "
            "give fewer, or --oversubscribe",
            jobs, share.whole() == 1 ? "is" : "are", share.text()));
    }
    if (jobs <= share.physical) {
        share.cores.resize(static_cast<std::size_t>(share.physical)); // the others stay idle
    }
    return share_cores(share.cores, jobs, is_simultaneous);
}

std::string jobs_text(const Arguments& arguments, const MatchConfig& config, std::size_t jobs) {
    const CoreShare share = core_share(config.cores.empty() ? allowed_cores() : config.cores);
    if (arguments.has("jobs") || share.games() == static_cast<int>(share.cores.size())) {
        return "";
    }
    return fmt::format(
        "{} at once: {}", counted(static_cast<std::int64_t>(jobs), "game"), share.text());
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
