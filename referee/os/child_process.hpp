#pragma once

/// A child whose end is awaited, with a limit, so that signals still take effect.

#include "os/descriptor.hpp"

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace referee {

class ChildProcess {
  public:
    enum class Kind {
        command, ///< gets SIGTERM at the end, so that it cleans up, and ten seconds later SIGKILL
        group    ///< leads a process group; whatever is left of it gets SIGKILL at the end
    };
    /// Takes over a child that was just forked. Throws InternalError.
    ChildProcess(pid_t pid, Kind kind);
    /// Ends it.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Becomes readable when it has ended.
    int descriptor() const { return descriptor_.get(); }
    /// Waits for its end, at most until `deadline_ns` on CLOCK_MONOTONIC (negative: no limit). Its
    /// exit status, or 128 + signal; nothing if it is still running. Throws Interrupted.
    std::optional<int> wait(std::int64_t deadline_ns);

  private:
    void kill_rest() const;
    int reap();

    pid_t pid_;
    Kind kind_;
    UniqueFd descriptor_;
};

} // namespace referee
