#pragma once

/// How a keeper waits for the end of a program: referee/process/README.md, "Starting an AI".

#include <cstdint>
#include <sys/types.h>

namespace referee {

enum class WaitEnd {
    exited,          ///< and is not reaped yet
    time_is_up,      ///< and it was still running then
    referee_is_gone, ///< the other end of the pipe is closed
    failed           ///< errno says why
};

/// Waits for the exit of the child `pid` until `limit_ns` (0: for ever) after `begin_ns`, both of
/// the monotonic clock. SIGCHLD must be blocked. In the first 20 ms it doesn't see that the referee
/// is gone.
WaitEnd wait_for_end(pid_t pid, int commands, std::int64_t begin_ns, std::int64_t limit_ns);

} // namespace referee
