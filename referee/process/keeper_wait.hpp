#pragma once

/// How a keeper waits for the end of a program: referee/process/README.md, "Starting an AI".

#include <cstdint>
#include <sys/types.h>

namespace referee {

enum class WaitEnd {
    exited,          ///< the child has exited and isn't reaped yet
    time_is_up,      ///< the limit passed while it was running
    referee_is_gone, ///< the pipe's other end is closed
    failed           ///< errno says why
};

/// Waits for the exit of the child `pid` until `limit_ns` (0: forever) after `begin_ns` on the
/// monotonic clock. SIGCHLD must be blocked. For the first 20 ms it doesn't notice the referee's
/// end.
WaitEnd wait_for_end(pid_t pid, int commands, std::int64_t begin_ns, std::int64_t limit_ns);

} // namespace referee
