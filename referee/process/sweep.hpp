#pragma once

/// Killing whatever a program left behind.

#include "process/descriptor.hpp"

#include <cstdint>
#include <sys/types.h>

namespace referee {

/// What the reaped processes used.
struct Usage {
    int status = 0; ///< of the program itself
    int leftovers = 0;
    bool all_gone = true; ///< false if something lived on after the bound
    std::int64_t cpu_ns = 0;
    std::int64_t peak_kb = 0;
};

/// Kills and reaps the children of this process, which must be a subreaper, single-threaded, and
/// must have no other children than the program and what it left.
class Sweeper {
  public:
    /// `uid` is the user that only this AI has, or 0 if it shares the referee's own.
    explicit Sweeper(uid_t uid);

    /// Kills the group of `program` and everything that descends from it, and reaps it all. To be
    /// called when the program has exited (not yet reaped: its zombie keeps the number) or is to
    /// be killed. Waits at most two seconds for what can't die.
    Usage sweep(pid_t program);

  private:
    void reap(pid_t program, Usage& usage, bool& has_children);
    void kill_all();
    void kill_by_uid() const;
    void kill_descendants();

    uid_t uid_;
    Descriptor children_; ///< /proc/self/task/TID/children
};

} // namespace referee
