#include "keeper/children.hpp"

#include "base/error.hpp"
#include "os/clock.hpp"
#include "os/processes.hpp"
#include "sandbox/users.hpp"

// Boost.Process uses vfork only with this macro.
#define BOOST_POSIX_HAS_VFORK 1
#include <boost/version.hpp>
#if BOOST_VERSION >= 108600
#include <boost/process/v1/child.hpp>
#include <boost/process/v1/error.hpp>
#include <boost/process/v1/extend.hpp>
#include <boost/process/v1/posix.hpp>
namespace boost_process = boost::process::v1;
#else
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
namespace boost_process = boost::process;
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace referee {

// --- Starting ----------------------------------------------------------------------------------

namespace {

/// Tells Boost.Process what to start, and what to do between vfork and exec. The caller has
/// prepared everything, so nothing is allocated in the child.
struct Handler : boost_process::extend::handler {
    const Launch& what;
    // The child of a vfork writes these into our memory.
    volatile int& error;
    volatile bool& was_exec;

    Handler(const Launch& launch_what, volatile int& error_place, volatile bool& exec_place)
        : what(launch_what), error(error_place), was_exec(exec_place) {}

    template <typename Executor>
    void on_setup(Executor& executor) const {
        executor.exe = what.executable;
        executor.cmd_line = what.arguments;
        executor.env = const_cast<char**>(what.environment);
    }
    template <typename Executor>
    void on_fork_error(Executor&, const std::error_code& code) const {
        error = code.value();
    }
    template <typename Executor>
    void on_exec_setup(Executor&) const {
        if (what.in_child != nullptr) {
            const int failed = what.in_child(what.context);
            if (failed != 0) {
                error = failed;
                ::_exit(127);
            }
        }
    }
    template <typename Executor>
    void on_exec_error(Executor&, const std::error_code& code) const {
        error = code.value();
        was_exec = true;
    }
};

bool is_shortage(int error) {
    return error == EAGAIN || error == ENOMEM || error == ENFILE || error == EMFILE ||
           error == EINTR || error == EIO || error == ENOSPC;
}

} // namespace

Launched launch(const Launch& what) {
    volatile int error = 0;
    volatile bool was_exec = false;
    boost_process::child child(
        Handler(what, error, was_exec), boost_process::posix::use_vfork,
        boost_process::ignore_error);
    Launched launched{child.id(), error, was_exec && !is_shortage(error)};
    // We wait ourselves, by pidfd and wait4: see keeper/process.cpp.
    child.detach();
    if (launched.pid <= 0) {
        launched = {-1, error != 0 ? int(error) : EAGAIN, false};
    }
    return launched;
}

pid_t Starter::start(const Launch& what) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    // Sanitizers keep state for each thread in memory that the child would share.
    launched_ = launch(what);
    errno = launched_.error;
#else
    what_ = what;
    launched_ = {};
    launched_.pid = ::clone(&run, stack_.data() + stack_.size(), CLONE_VM | SIGCHLD, this);
#endif
    return launched_.pid;
}

/// The child. It may leave this function only by exec or _exit.
int Starter::run(void* starter) {
    auto& self = *static_cast<Starter*>(starter);
    const Launch& what = self.what_;
    self.launched_.error = what.in_child == nullptr ? 0 : what.in_child(what.context);
    if (self.launched_.error == 0) {
        ::execve(what.executable, what.arguments, what.environment);
        self.launched_.error = errno;
        self.launched_.is_programs_fault = !is_shortage(self.launched_.error);
    }
    ::_exit(127);
}

Launched Starter::result() const {
    return launched_;
}

// --- Killing and reaping -----------------------------------------------------------------------

namespace {

std::int64_t nanoseconds(const timeval& time) {
    return time.tv_sec * second_ns + time.tv_usec * 1000;
}

} // namespace

Sweeper::Sweeper(KillScope scope, uid_t uid) : scope_(scope), uid_(uid) {
    if (scope_ == KillScope::pid_namespace) {
        return; // its /proc isn't mounted, and isn't needed
    }
    // Opened now, because a confined keeper can't open /proc later.
    children_ = open_own_children();
    if (!children_) {
        fail("opening the list of this thread's children in /proc");
    }
}

void Sweeper::reap(pid_t program, Usage& usage, bool& has_children) {
    has_children = true;
    while (true) {
        int status = 0;
        rusage used{};
        const pid_t pid = ::wait4(-1, &status, WNOHANG | __WALL, &used);
        if (pid < 0 && errno == EINTR) {
            continue;
        }
        if (pid <= 0) {
            has_children = pid == 0;
            return;
        }
        usage.use.cpu_ns += nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
        usage.use.peak_kb = std::max<std::int64_t>(usage.use.peak_kb, used.ru_maxrss);
        if (pid == program) {
            usage.status = status;
        } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
            ++usage.use.leftovers;
        }
    }
}

Usage Sweeper::sweep(pid_t program) {
    Usage usage;
    // Before anything is reaped: while the zombie exists nobody else can have its process ID. No
    // fork escapes a kill of the group; the kernel does it atomically.
    if (::kill(-program, SIGKILL) != 0) {
        ::kill(program, SIGKILL); // it timed out before it had its group
    }
    bool has_children = false;
    reap(program, usage, has_children);
    const std::int64_t bound = monotonic_ns() + max_sweep_ns;
    while (has_children) {
        kill_all(program, usage);
        await_exits(bound);
        reap(program, usage, has_children);
        if (has_children && monotonic_ns() >= bound) {
            usage.all_gone = false;
            return usage;
        }
    }
    return usage;
}

/// Waits until the killed processes have exited, at most until `bound`.
void Sweeper::await_exits(std::int64_t bound) {
    if (scope_ == KillScope::pid_namespace) {
        // Everything here has been killed; the caller's deadline covers a child that doesn't die.
        const timespec moment{0, 1'000'000};
        sigset_t child;
        ::sigemptyset(&child);
        ::sigaddset(&child, SIGCHLD);
        siginfo_t ended{};
        if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 &&
            ended.si_pid == 0) {
            ::sigtimedwait(&child, nullptr, &moment); // SIGCHLD is blocked, so it is kept
        }
        return;
    }
    std::vector<pid_t> pids;
    read_pids(children_.get(), pids);
    for (const pid_t pid : pids) {
        // A grandchild that was stopped and has become our child since would otherwise be waited
        // for in vain.
        ::kill(pid, SIGKILL);
        const UniqueFd exit = open_process(pid, key_);
        const timespec timeout = until(bound);
        pollfd event{exit.get(), POLLIN, 0};
        if (exit && ::ppoll(&event, 1, &timeout, nullptr) == 0) {
            return; // it can't be killed, or the time is up
        }
    }
}

/// Stops all children, until two scans have found the same ones: a process that exits as soon as it
/// has started the next can be caught only by scanning again at once.
void Sweeper::stop_children(std::vector<pid_t>& found) const {
    constexpr int max_looks = 64;
    std::vector<pid_t> before;
    for (int look = 0; look < max_looks; ++look) {
        found.clear();
        read_pids(children_.get(), found);
        // The newest first: it may exit in a moment.
        for (auto pid = found.rbegin(); pid != found.rend(); ++pid) {
            ::kill(*pid, SIGSTOP);
        }
        if (found == before) {
            return;
        }
        before = found;
    }
}

void Sweeper::kill_all(pid_t program, Usage& usage) {
    switch (scope_) {
    case KillScope::pid_namespace:
        ::kill(-1, SIGKILL);
        break;
    case KillScope::uid:
        kill_by_uid();
        break;
    case KillScope::descendants:
        kill_descendants(program, usage);
        break;
    }
}

/// As the AI's own user, kill(-1) reaches all its processes at once and nothing else: even a fork
/// bomb in many sessions can't escape. Only the helper's effective user is theirs; the real and
/// saved ones decide who may signal it, so they can't kill it first.
void Sweeper::kill_by_uid() const {
    const uid_t killer = killer_of(uid_);
    const pid_t helper = ::vfork();
    if (helper == 0) {
        // Ahead of everything that the AI has left on this core, if that is allowed.
        const sched_param first{1};
        ::sched_setscheduler(0, SCHED_FIFO, &first);
        // Raw system calls: glibc's wrappers would change all threads of this process.
        if (::syscall(SYS_setresuid, killer, uid_, killer) == 0) {
            ::kill(-1, SIGKILL);
        }
        ::_exit(0);
    }
}

/// Stops first, then kills. A stopped process can't fork and still counts against the limit on
/// processes, so a fork bomb comes to a halt; killing at once would make room for new ones.
void Sweeper::kill_descendants(pid_t program, Usage& usage) {
    constexpr int max_passes = 1000;
    std::vector<pid_t> stopped;
    std::vector<pid_t> found;
    for (int pass = 0; pass < max_passes; ++pass) {
        // Reaps the dead first: otherwise a chain of processes that each start the next and exit
        // makes the list long, and reading it slower than the chain.
        bool has_children = false;
        reap(program, usage, has_children);
        if (!has_children) {
            return;
        }
        stop_children(found);
        for (std::size_t i = 0; i < found.size(); ++i) {
            read_children_of(found[i], found);
        }
        bool any_new = false;
        for (const pid_t pid : found) {
            if (std::find(stopped.begin(), stopped.end(), pid) == stopped.end()) {
                any_new = true;
                ::kill(pid, SIGSTOP);
                stopped.push_back(pid);
            }
        }
        if (!any_new) {
            break;
        }
    }
    // Only what the last scan has found: an earlier process ID may belong to another process by
    // now.
    for (const pid_t pid : found) {
        ::kill(pid, SIGKILL);
    }
}

} // namespace referee
