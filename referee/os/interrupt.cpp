#include "os/interrupt.hpp"

#include "base/error.hpp"
#include "os/clock.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

// A signal handler can only use globals.
volatile std::sig_atomic_t pending = 0;
std::atomic<std::int64_t> pending_since = 0;

void remember(int signal) {
    pending = signal;
    pending_since = monotonic_ns();
}

/// After an interruption: ends the process, unless the same signal has only come twice, as GNU
/// timeout sends it: to its child and to all processes of its group.
void end_unless_repeated(int signal) {
    if (signal != pending || monotonic_ns() - pending_since >= own_signal_ns) {
        ::signal(signal, SIG_DFL);
        ::raise(signal); // takes effect when this handler returns
    }
}

volatile std::sig_atomic_t wake_up_event = -1;

void wake_up(int /*signal*/) {
    const int error = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_up_event, &one, sizeof one);
    errno = error;
}

sigset_t set_of_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : signals) {
        ::sigaddset(&set, signal);
    }
    return set;
}

/// Sets this action for all of them except ignored ones, so that nohup stays in force.
void set_action(void (*action)(int)) {
    for (const int signal : signals) {
        struct sigaction change {};
        ::sigaction(signal, nullptr, &change);
        if (change.sa_handler != SIG_IGN) {
            change = {};
            change.sa_handler = action;
            change.sa_flags = action == end_unless_repeated ? SA_RESTART : 0;
            ::sigaction(signal, &change, nullptr);
        }
    }
}

/// Signals are for the main thread: it waits for them, and cleans up.
bool is_main_thread() {
    return ::gettid() == ::getpid();
}

} // namespace

SignalsInWaits::SignalsInWaits() {
    const sigset_t ours = set_of_signals();
    ::sigprocmask(SIG_BLOCK, &ours, nullptr);
    set_action(remember);
}

SignalsInWaits::~SignalsInWaits() {
    end_at_next_signal();
}

WakeUpSignal::WakeUpSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_) {
        fail("making an eventfd");
    }
    wake_up_event = event_.get();
    struct sigaction change {};
    change.sa_handler = wake_up;
    change.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &change, nullptr);
}

WakeUpSignal::~WakeUpSignal() {
    ::signal(SIGUSR1, SIG_DFL);
}

bool WakeUpSignal::take() {
    std::uint64_t count = 0;
    return ::read(event_.get(), &count, sizeof count) == sizeof count;
}

void ignore_wake_up_signals() {
    ::signal(SIGUSR1, SIG_IGN);
}

void end_at_next_signal() {
    const sigset_t ours = set_of_signals();
    set_action(pending == 0 ? SIG_DFL : end_unless_repeated);
    if (pending != 0) { // what has come a second time by now belongs to the first, however long ago
        sigset_t same;
        ::sigemptyset(&same);
        ::sigaddset(&same, pending);
        const timespec at_once{};
        ::sigtimedwait(&same, nullptr, &at_once);
    }
    ::sigprocmask(SIG_UNBLOCK, &ours, nullptr);
}

int wait_for(pollfd* events, unsigned count, std::int64_t deadline_ns) {
    sigset_t none;
    ::sigemptyset(&none);
    const bool takes_signals = is_main_thread();
    while (true) {
        if (takes_signals && pending != 0) {
            throw Interrupted(pending);
        }
        const timespec timeout = until(deadline_ns);
        const int ready = ::ppoll(
            events, count, deadline_ns < 0 ? nullptr : &timeout, takes_signals ? &none : nullptr);
        if (ready >= 0) {
            return ready;
        }
        if (errno != EINTR && errno != EAGAIN) {
            fail("ppoll");
        }
    }
}

void throw_if_interrupted() {
    wait_for(nullptr, 0, 0);
}

void await_own_signal() {
    wait_for(nullptr, 0, monotonic_ns() + own_signal_ns);
}

} // namespace referee
