#include "process/keeper_wait.hpp"

#include "process/clock.hpp"
#include "process/unique_fd.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

/// How long the cheaper wait is used, which doesn't notice the referee's end.
constexpr std::int64_t short_ns = second_ns / 50;

/// Waits for SIGCHLD, which is blocked and so stays pending. A pidfd for every move costs 2 % of a
/// short one.
bool exits_soon(pid_t pid, std::int64_t deadline) {
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    do {
        const timespec timeout = until(deadline);
        if (::sigtimedwait(&child, nullptr, &timeout) < 0 && errno != EINTR) {
            return false;
        }
        // The signal may come from an orphan or an earlier exit or, unconfined, from the AI itself.
        siginfo_t info{};
        if (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
            return false;
        }
        if (info.si_pid == pid) {
            return true;
        }
    } while (monotonic_ns() < deadline);
    return false;
}

} // namespace

WaitEnd wait_for_end(pid_t pid, int commands, std::int64_t begin_ns, std::int64_t limit_ns) {
    if (exits_soon(pid, begin_ns + (limit_ns == 0 ? short_ns : std::min(limit_ns, short_ns)))) {
        return WaitEnd::exited;
    }
    const UniqueFd exit(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!exit) {
        return WaitEnd::failed;
    }
    while (true) {
        const timespec timeout = until(begin_ns + limit_ns);
        pollfd events[2] = {{exit.get(), POLLIN, 0}, {commands, 0, 0}};
        const int count = ::ppoll(events, 2, limit_ns == 0 ? nullptr : &timeout, nullptr);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        // If both happened, it has exited in time.
        if (count > 0) {
            return events[0].revents == 0 ? WaitEnd::referee_is_gone : WaitEnd::exited;
        }
        return count == 0 ? WaitEnd::time_is_up : WaitEnd::failed;
    }
}

} // namespace referee
