#pragma once

/// The descendants of a resident AI while it is stopped.

#include "process/thread_states.hpp"
#include "process/unique_fd.hpp"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

/// Distinguishes a process that can't stop from one between two states: a wait in vfork ends a
/// moment after the child has started a program.
class Standstill {
  public:
    /// Call it with each observation. True when nothing could run or stop for 50 ms.
    bool is_certain(StopState stop_state, std::int64_t now_ns);

  private:
    std::int64_t since_ns_ = -1;
};

class Descendants {
  public:
    /// `are_held`: they must stop with the AI. Useless for unconfined AIs, which may leave their
    /// group.
    explicit Descendants(bool are_held) : are_held_(are_held) {}
    /// Follows the descendants of this process, which must not have been reaped. All that are
    /// followed in turn must be children of the same process.
    void follow(pid_t ai);

    /// Call it after sending SIGSTOP to the group: signals each thread, if there is more than one
    /// or there were descendants at the last stop.
    void stop_threads() const;
    /// The state of all of them and the AI.
    StopState look() const;
    /// Waits until all of them, except the AI, have stopped or exited. SIGSTOP doesn't reach one
    /// that is exiting, which can take long with much memory, on the core on which the next AI
    /// moves. Returns held if one never stops, pending if one can still run at `deadline_ns`
    /// (monotonic).
    StopState wait_until_stopped(std::int64_t deadline_ns);
    /// Processor time of those that existed at the last stop and still do, without that of their
    /// children that have exited.
    std::int64_t cpu_ns() const;

  private:
    bool has_threads() const;
    bool has_family() const;
    std::vector<pid_t> find() const;

    pid_t ai_ = -1;
    bool are_held_;
    bool had_family_ = false; ///< at the last stop
    UniqueFd threads_;        ///< /proc/PID/task of the AI
    UniqueFd children_;       ///< children of its first thread
    UniqueFd siblings_;       ///< the keeper's children: the AI, and orphans of its processes
};

} // namespace referee
