#pragma once

/// What a resident AI has started, while it is stopped itself.

#include "process/thread_states.hpp"
#include "process/unique_fd.hpp"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

/// Tells a standstill from a process that is caught between two states: a wait in vfork ends a
/// moment after the child has started a program.
class Standstill {
  public:
    /// To be told each look. True when nothing could run or stop at any of them for 50 ms.
    bool is_certain(StopState stop_state, std::int64_t now_ns);

  private:
    std::int64_t since_ns_ = -1;
};

class Descendants {
  public:
    /// `are_held`: they must rest with the AI; of no use where it isn't confined and may leave its
    /// group.
    explicit Descendants(bool are_held) : are_held_(are_held) {}
    /// From now on those of the process with this number, which must not have been reaped; all that
    /// are followed one after another must be children of the same process.
    void follow(pid_t ai);

    /// To be called when the group has been sent SIGSTOP: stops each thread by itself, where there
    /// is more than one, or there were descendants at the last stop.
    void stop_threads() const;
    /// How far all of it, the AI included, has come to rest.
    StopState look() const;
    /// Waits until none of them, the AI left out, can run: all have stopped or ended. The signal
    /// that stops the whole group doesn't reach one that is just ending, which can take long if it
    /// has much memory, on the core on which the next AI moves. `held` if one never will;
    /// `pending` if one can still run at `deadline_ns` (monotonic).
    StopState wait_until_stopped(std::int64_t deadline_ns);

  private:
    bool has_threads() const;
    bool has_family() const;
    std::vector<pid_t> find() const;

    pid_t ai_ = -1;
    bool are_held_;
    bool had_family_ = false; ///< at the last stop
    UniqueFd threads_;        ///< folder of the AI's
    UniqueFd children_;       ///< of its first thread
    UniqueFd siblings_; ///< the keeper's children: the AI, and those who have lost their parents
};

} // namespace referee
