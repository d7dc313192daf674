#include "process/keeper_child.hpp"

#include "process/landlock.hpp"
#include "process/privileges.hpp"
#include "process/seccomp_programs.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

/// Makes these the standard streams. False, with errno, if that fails.
bool use_streams(const std::array<int, 3>& streams) {
    return ::dup2(streams[0], 0) >= 0 && ::dup2(streams[1], 1) >= 0 && ::dup2(streams[2], 2) >= 0;
}

/// Returns 0 or errno.
int set_limits(const ChildPlan& plan) {
    const rlimit cpu{plan.cpu_seconds, plan.cpu_seconds};
    const rlimit processes{plan.processes, plan.processes};
    if (plan.descriptors != RLIM_INFINITY) {
        const rlimit descriptors{plan.descriptors, plan.descriptors};
        if (::setrlimit(RLIMIT_NOFILE, &descriptors) != 0) {
            return errno;
        }
    }
    if (plan.memory != RLIM_INFINITY) {
        const rlimit memory{plan.memory, plan.memory};
        if (::setrlimit(RLIMIT_DATA, &memory) != 0) {
            return errno;
        }
    }
    const bool is_done =
        ::setrlimit(RLIMIT_CPU, &cpu) == 0 && ::setrlimit(RLIMIT_NPROC, &processes) == 0;
    return is_done ? 0 : errno;
}

} // namespace

int prepare_child(const void* context) {
    const auto& plan = *static_cast<const ChildPlan*>(context);
    // A group of its own, which is killed after the move. The filter allows these two calls, and
    // those below with cookies, only with the right cookies.
    const unsigned long key1 = plan.cookie1; // as wide as a register
    const unsigned long key2 = plan.cookie2;
    const long grouped = plan.has_own_session ? ::syscall(SYS_setsid, key1, key2)
                                              : ::syscall(SYS_setpgid, 0, 0, key1, key2);
    // The work folder and the streams of a game are already the keeper's own; exec closes
    // everything else.
    if (grouped < 0 || (plan.streams[0] >= 0 && !use_streams(plan.streams))) {
        return errno;
    }
    if (plan.shields_keeper) {
        // The keeper is in the same sandbox; this keeps the AI from signalling it.
        const int error = plan.scope >= 0 ? enforce_landlock(plan.scope)
                                          : load_signal_filter(plan.cookie1, plan.cookie2);
        if (error != 0) {
            return error;
        }
    }
    if (const int error = set_limits(plan); error != 0) {
        return error;
    }
    // The raw system call: glibc's wrapper would act on the keeper too.
    if (plan.uid != 0 && ::syscall(SYS_setresuid, plan.uid, plan.uid, plan.uid) != 0) {
        return errno;
    }
    // After the change of user, which clears it. If the keeper has already died, it would never
    // fire: then the parent has changed.
    if (::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, key1, key2, 0) != 0) {
        return errno;
    }
    if (::getppid() != plan.keeper) {
        return ESRCH;
    }
    sigset_t none;
    ::sigemptyset(&none);
    if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) {
        return errno;
    }
    if (plan.test != nullptr) {
        const int opened = *plan.test != '\0' ? ::open(plan.test, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                                              : ::socket(AF_INET, SOCK_STREAM, 0);
        ::_exit(opened >= 0 ? 1 : 0);
    }
    if (plan.tests_privileges) {
        ::_exit(exec_gives_privileges(plan.has_empty_bounding) ? 1 : 0);
    }
    return 0;
}

} // namespace referee
