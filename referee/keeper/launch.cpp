#include "keeper/launch.hpp"

// Boost.Process uses vfork only if it is told that it exists.
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

#include <cerrno>
#include <csignal>
#include <sched.h>
#include <unistd.h>

namespace referee {
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

} // namespace referee
