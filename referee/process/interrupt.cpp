#include "process/interrupt.hpp"

#include "error.hpp"
#include "process/clock.hpp"

#include <array>
#include <cerrno>
#include <csignal>

namespace referee {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t pending = 0;

void remember(int signal) {
    pending = signal;
}

} // namespace

void take_over_signals() {
    sigset_t ours;
    ::sigemptyset(&ours);
    for (const int signal : signals) {
        ::sigaddset(&ours, signal);
        struct sigaction current {};
        ::sigaction(signal, nullptr, &current);
        if (current.sa_handler == SIG_IGN) {
            continue; // nohup: stays ignored
        }
        struct sigaction action {};
        action.sa_handler = remember;
        ::sigaction(signal, &action, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &ours, nullptr);
    // A reader that goes away (| head) shows as a failed write.
    ::signal(SIGPIPE, SIG_IGN);
}

void end_at_next_signal() {
    sigset_t ours;
    ::sigemptyset(&ours);
    for (const int signal : signals) {
        struct sigaction current {};
        ::sigaction(signal, nullptr, &current);
        if (current.sa_handler != SIG_IGN) {
            ::sigaddset(&ours, signal);
            ::signal(signal, SIG_DFL);
        }
    }
    ::sigprocmask(SIG_UNBLOCK, &ours, nullptr);
}

int wait_for(pollfd* events, unsigned count, std::int64_t deadline_ns) {
    sigset_t none;
    ::sigemptyset(&none);
    while (true) {
        if (pending != 0) {
            throw Interrupted(pending);
        }
        const timespec timeout = until(deadline_ns);
        const int ready = ::ppoll(events, count, deadline_ns < 0 ? nullptr : &timeout, &none);
        if (ready >= 0) {
            return ready;
        }
        if (errno != EINTR && errno != EAGAIN) {
            fail("ppoll");
        }
    }
}

} // namespace referee
