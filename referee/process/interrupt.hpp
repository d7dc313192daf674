#pragma once

/// SIGINT, SIGTERM and SIGHUP. While AIs run they take effect only in waits, which they end: they
/// are blocked everywhere else, so there is no gap between looking and waiting. At all other times
/// they end the process at once, as nothing has to be cleaned up then.

#include <cstdint>
#include <poll.h>
#include <stdexcept>

namespace referee {

/// Thrown out of a wait. Exit status 128 + signal.
struct Interrupted : std::runtime_error {
    explicit Interrupted(int number) : std::runtime_error("interrupted"), signal(number) {}
    int signal;
};

/// While it lives, signals take effect in waits only. To be made in the main thread, before others
/// are started.
class SignalsInWaits {
  public:
    SignalsInWaits();
    ~SignalsInWaits();
    SignalsInWaits(const SignalsInWaits&) = delete;
    SignalsInWaits& operator=(const SignalsInWaits&) = delete;
};

/// From now on a signal ends this process at once, unless the caller ignores it (nohup).
void end_at_next_signal();

/// Waits for the events, at most until `deadline_ns` on CLOCK_MONOTONIC (negative: no limit).
/// Returns what ppoll returns, 0 when the time is up. Throws Interrupted, InternalError.
int wait_for(pollfd* events, unsigned count, std::int64_t deadline_ns);

/// Throws Interrupted if a signal has come. wait_for() looks for events first.
void throw_if_interrupted();

/// How long a signal sent to all may take from an AI or a child process to this one.
constexpr std::int64_t own_signal_ns = 1'000'000'000;

/// To be called when a process has ended as by a signal: who ends a job or a service signals all
/// its processes, and this one may be the last. Waits that long for a signal; throws Interrupted if
/// one comes.
void await_own_signal();

} // namespace referee
