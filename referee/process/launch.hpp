#pragma once

/// Starting a program: vfork and exec by Boost.Process, with a hook between the two. The only file
/// behind it that sees Boost.Process is launch.cpp, because its headers are heavy.

#include <array>
#include <sys/types.h>

namespace referee {

struct Launch {
    const char* executable = nullptr;
    char* const* arguments = nullptr;   ///< ended by null, the first is the program's own name
    char* const* environment = nullptr; ///< ended by null
    /// Runs in the child, which still shares this process's memory: only system calls, no
    /// allocation. Returns 0, or the errno for which the program must not be started.
    int (*in_child)(const void* context) = nullptr;
    const void* context = nullptr;
};

struct Launched {
    pid_t pid = -1;
    /// 0, or why there is no program: errno of vfork (then pid is −1), of the hook or of exec (then
    /// pid is a child that has exited and is still to be reaped).
    int error = 0;
    /// True if it was exec that failed, and for a reason that lies in the program, not in what the
    /// system could give just then.
    bool is_programs_fault = false;
};

Launched launch(const Launch& what);

/// Starting a program without waiting for its exec: the caller goes on at once, so it isn't woken
/// up once in between. The child runs on a stack of its own in this process's memory, hence what
/// `what` points at must stay as it is until the child is reaped.
class Starter {
  public:
    /// The child's number; −1, with errno, if there is none.
    pid_t start(const Launch& what);
    /// What became of the start. To be called when the child is reaped.
    Launched result() const;

  private:
    static int run(void* starter);

    alignas(16) std::array<char, 32768> stack_{};
    Launch what_;
    Launched launched_;
};

} // namespace referee
