#pragma once

/// What a worker does with the games that it gets: it plays them, writes their records, and sends
/// their outcomes. Runs in the worker's process (worker.hpp).

#include "tournament/play/worker.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

/// Plays the games that come through the socket until the tournament, whose process is `parent`,
/// closes it. `number` is the worker's, from 0. Throws UserError, EnvironmentError, InternalError,
/// Interrupted.
void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, int socket, pid_t parent, int number);

/// The name of a game's record in the folder of records. A growing tournament renumbers its games;
/// `generation` keeps the names distinct.
std::string record_name(std::int64_t game, int generation);

} // namespace referee
