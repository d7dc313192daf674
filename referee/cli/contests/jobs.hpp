#pragma once

/// The workers of a tournament or a season: their number and their cores.

#include "cli/arguments.hpp"
#include "match/config.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace referee {

struct WorkerJobs {
    std::vector<std::vector<int>> cores; ///< by worker
    std::string processor;
};

/// The cores of each worker, by --jobs and --oversubscribe. Throws UserError.
std::vector<std::vector<int>> cores_of_jobs(
    const Arguments& arguments, const MatchConfig& config, bool is_simultaneous, int seats);

/// Why there are fewer games at once than cores, if nobody has set --jobs; else empty.
std::string jobs_text(const Arguments& arguments, const MatchConfig& config, std::size_t jobs);

/// This machine's, as the kernel calls it; "unknown" if it doesn't say.
std::string processor_name();

} // namespace referee
