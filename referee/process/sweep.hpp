#pragma once

/// Killing whatever a program left behind.

#include "process/unique_fd.hpp"

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

/// What the reaped processes used.
struct Usage {
    int status = 0; ///< of the program itself
    int leftovers = 0;
    bool all_gone = true; ///< false if something lived on after the bound
    std::int64_t cpu_ns = 0;
    std::int64_t peak_kb = 0;
};

/// What can be killed in one piece, whatever it has done to hide.
enum class KillScope {
    descendants,  ///< only the group; other descendants are looked for
    uid,          ///< all processes of the AI's own user
    pid_namespace ///< all processes of the space of processes whose number 1 the sweeper is
};

/// Kills and reaps the children of this process, which must be a subreaper, single-threaded, and
/// must have no other children than the program and what it left.
class Sweeper {
  public:
    /// `uid` is the AI's own user with KillScope::uid.
    Sweeper(KillScope scope, uid_t uid);

    /// Kills the group of `program` and everything that descends from it, and reaps it all. To be
    /// called when the program has exited (not yet reaped: its zombie keeps the number) or is to
    /// be killed. Waits at most 15 seconds for what can't die.
    Usage sweep(pid_t program);

  private:
    void reap(pid_t program, Usage& usage, bool& has_children);
    void await_exits(std::int64_t bound);
    void stop_children(std::vector<pid_t>& found) const;
    void kill_all(pid_t program, Usage& usage);
    void kill_by_uid() const;
    void kill_descendants(pid_t program, Usage& usage);

    KillScope scope_;
    uid_t uid_;
    UniqueFd children_; ///< /proc/self/task/TID/children
};

} // namespace referee
