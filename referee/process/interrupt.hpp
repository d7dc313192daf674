#pragma once

/// SIGINT, SIGTERM and SIGHUP: they only take effect while the referee waits, and there they end
/// the wait. They are blocked everywhere else, so there is no gap between looking and waiting.

#include <cstdint>
#include <poll.h>
#include <stdexcept>

namespace referee {

/// Thrown out of a wait. Exit status 128 + signal.
struct Interrupted : std::runtime_error {
    explicit Interrupted(int number) : std::runtime_error("interrupted"), signal(number) {}
    int signal;
};

/// To be called once, in the main thread, before others are started.
void take_over_signals();

/// From now on a signal ends this process at once.
void end_at_next_signal();

/// Waits for the events, at most until `deadline_ns` on CLOCK_MONOTONIC (negative: no limit).
/// Returns what ppoll returns, 0 when the time is up. Throws Interrupted, InternalError.
int wait_for(pollfd* events, unsigned count, std::int64_t deadline_ns);

} // namespace referee
