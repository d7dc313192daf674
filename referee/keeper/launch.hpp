#pragma once

/// Starting a program: vfork and exec by Boost.Process, with a hook in between. Only launch.cpp
/// includes Boost.Process, because its headers are large.

#include <array>
#include <sys/types.h>

namespace referee {

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

} // namespace referee
