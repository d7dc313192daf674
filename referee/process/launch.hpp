#pragma once

/// Starting a program: vfork and exec by Boost.Process, with a hook between the two. The only file
/// behind it that sees Boost.Process is launch.cpp, because its headers are heavy.

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

} // namespace referee
