#pragma once

/// The workers of a tournament or a season: their number and their cores.

#include "commands/arguments.hpp"
#include "match/config.hpp"

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

std::string processor_name();

} // namespace referee
