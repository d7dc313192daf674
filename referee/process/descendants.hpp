#pragma once

/// What a resident AI has started, while it is stopped itself.

#include "process/descriptor.hpp"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

class Descendants {
  public:
    Descendants() = default;
    /// Of the process with this number, which must not have been reaped.
    explicit Descendants(pid_t ai);

    /// Waits until none of them can run: all have stopped or ended. The signal that stops the whole
    /// group doesn't reach one that is just ending, which can take long if it has much memory, on
    /// the core on which the next AI moves. False if one can still run at `deadline_ns`
    /// (monotonic).
    bool await_rest(std::int64_t deadline_ns) const;

  private:
    bool are_there() const;
    std::vector<pid_t> find() const;

    pid_t ai_ = -1;
    Descriptor threads_;  ///< the folder /proc/AI/task
    Descriptor children_; ///< of its first thread
    Descriptor siblings_; ///< the keeper's children: the AI, and those who have lost their parents
};

} // namespace referee
