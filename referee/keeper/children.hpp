#pragma once

/// Child processes: starting a program, and killing everything that it left running. Only
/// children.cpp includes Boost.Process, because its headers are large.

#include "keeper/protocol.hpp"
#include "os/clock.hpp"
#include "os/descriptor.hpp"

#include <array>
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace referee {

// Starting: vfork and exec by Boost.Process, with a hook in between.

struct Launch {
    const char* executable = nullptr;
    char* const* arguments = nullptr;   ///< ended by null, the first is the program's own name
    char* const* environment = nullptr; ///< ended by null
    /// Runs in the child, which shares this process's memory: only system calls, no allocation.
    /// Returns 0, or the errno with which the start fails.
    int (*in_child)(const void* context) = nullptr;
    const void* context = nullptr;
};

struct Launched {
    pid_t pid = -1;
    /// 0, or why the program didn't start: errno of vfork (then pid is −1), of the hook or of exec
    /// (then pid is a child that has exited and must be reaped).
    int error = 0;
    /// True if exec failed because of the program, not because the system was short of something.
    bool is_programs_fault = false;
};

Launched launch(const Launch& what);

/// Starts a program without waiting for its exec, which saves a wake-up. The child runs on a stack
/// of its own in this process's memory, so everything that `what` points at must stay unchanged
/// until the child is reaped.
class Starter {
  public:
    /// The child's process ID; −1, with errno, if there is none.
    pid_t start(const Launch& what);
    /// The result of the start. Call it when the child has been reaped.
    Launched result() const;

  private:
    static int run(void* starter);

    alignas(16) std::array<char, 32768> stack_{};
    Launch what_;
    Launched launched_;
};

// Killing and reaping.

/// Long, because a killed process first frees its memory, on a core that others may use too: an AI
/// whose page tables are large must not end the match. A fork bomb in many sessions takes long,
/// too.
inline constexpr std::int64_t max_sweep_ns = 120 * second_ns;

/// What the reaped processes used.
struct Usage {
    int status = 0;       ///< of the program itself
    bool all_gone = true; ///< false if something survived until the deadline
    ResourceUse use;      ///< without wall-clock time
};

/// The processes that can be killed at once, wherever they hide.
enum class KillScope {
    descendants,  ///< only the group; other descendants are looked for
    uid,          ///< all processes of the AI's own user
    pid_namespace ///< all processes in the PID namespace in which the sweeper is PID 1
};

/// Kills and reaps the children of this process, which must be a single-threaded subreaper without
/// other children than the program and what it left.
class Sweeper {
  public:
    /// `uid` is the AI's own user with KillScope::uid.
    Sweeper(KillScope scope, uid_t uid);

    /// What lets it wait for processes once this process is confined.
    void use_key(FilterKey key) { key_ = key; }

    /// Kills the group of `program` and all its descendants, and reaps them. Call it when the
    /// program has exited and isn't reaped yet (its zombie keeps the process ID), or to kill it.
    /// Waits at most `max_sweep_ns` for processes that don't die.
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
    FilterKey key_;
    UniqueFd children_; ///< /proc/self/task/TID/children
};

} // namespace referee
