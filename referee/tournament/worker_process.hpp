#pragma once

/// The code that runs in a worker's process. The pool (worker.hpp) forks it and gets its messages,
/// JSON, through a socket.

#include "process/unique_fd.hpp"
#include "tournament/worker.hpp"

#include <cstddef>
#include <sys/types.h>
#include <vector>

namespace referee {

/// A message must fit into a socket buffer.
inline constexpr std::size_t max_message_bytes = 160'000;

/// Plays the games that come through the socket until `parent` ends. `number` is the worker's, from
/// 0.
[[noreturn]] void play_games(
    const WorkerSetup& setup, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent,
    int number);

/// Sends the text of the job.
[[noreturn]] void
run_job(const Job& job, const std::vector<int>& cores, const UniqueFd& socket, pid_t parent);

} // namespace referee
