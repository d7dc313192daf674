#include "os/child_process.hpp"

#include "base/error.hpp"
#include "os/interrupt.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {

namespace {

[[noreturn]] void be_child(int with_us, pid_t parent, const std::function<int()>& become) noexcept {
    if (with_us != 0) {
        ::prctl(PR_SET_PDEATHSIG, with_us);
        if (::getppid() != parent) { // it has ended before
            ::_exit(1);
        }
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::_exit(become());
}

} // namespace

Pipe make_pipe(const std::string& what) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail(what);
    }
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

pid_t fork_child(const std::string& what, int with_us, const std::function<int()>& become) {
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) {
        fail(what);
    }
    if (pid == 0) {
        be_child(with_us, parent, become);
    }
    return pid;
}

// waitpid() knows no limit, and signals are blocked outside waits (interrupt.hpp). So the end is
// awaited by a pidfd. Until the child is reaped, its number belongs to no other process or group.

ChildProcess::ChildProcess(pid_t pid, Kind kind)
    : pid_(pid), kind_(kind), descriptor_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
    if (!descriptor_) {
        const int error = errno;
        ::kill(pid_, SIGKILL);
        kill_rest();
        reap();
        fail("pidfd_open", error);
    }
}

ChildProcess::~ChildProcess() {
    if (pid_ <= 0) {
        return;
    }
    if (kind_ == Kind::command) {
        constexpr int grace_ms = 10'000;
        ::kill(pid_, SIGTERM);
        pollfd event{descriptor_.get(), POLLIN, 0};
        while (::poll(&event, 1, grace_ms) < 0 && errno == EINTR) {
        }
    }
    if (kind_ != Kind::group) {
        ::kill(pid_, SIGKILL);
    }
    kill_rest();
    reap();
}

std::optional<int> ChildProcess::wait(std::int64_t deadline_ns) {
    pollfd event{descriptor_.get(), POLLIN, 0};
    if (wait_for(&event, 1, deadline_ns) == 0) {
        return std::nullopt;
    }
    kill_rest();
    return reap();
}

void ChildProcess::kill_rest() const {
    if (kind_ == Kind::group) {
        ::kill(-pid_, SIGKILL);
    }
}

int ChildProcess::reap() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace referee
