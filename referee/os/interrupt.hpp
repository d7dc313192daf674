#pragma once

/// SIGINT, SIGTERM and SIGHUP. While AIs run they are blocked except in waits, which they end, so
/// there is no gap between checking and waiting. At all other times they end the process at once,
/// because there is nothing to clean up.

#include "os/descriptor.hpp"

#include <cstdint>
#include <poll.h>
#include <stdexcept>

namespace referee {

/// Thrown by a wait. Exit status 128 + signal.
struct Interrupted : std::runtime_error {
    explicit Interrupted(int number) : std::runtime_error("interrupted"), signal(number) {}
    int signal;
};

/// While it exists, signals take effect only in waits. Must be created in the main thread, before
/// other threads start.
class SignalsInWaits {
  public:
    SignalsInWaits();
    ~SignalsInWaits();
    SignalsInWaits(const SignalsInWaits&) = delete;
    SignalsInWaits& operator=(const SignalsInWaits&) = delete;
};

/// While it exists, SIGUSR1 makes its descriptor readable instead of ending the process. One at a
/// time.
class WakeUpSignal {
  public:
    WakeUpSignal();
    ~WakeUpSignal();
    WakeUpSignal(const WakeUpSignal&) = delete;
    WakeUpSignal& operator=(const WakeUpSignal&) = delete;
    int descriptor() const { return event_.get(); }
    /// True if the signal came since the last call.
    bool take();

  private:
    UniqueFd event_;
};

/// For children: their copy of the descriptor may be closed.
void ignore_wake_up_signals();

/// From now on a signal ends this process at once, unless it is ignored (nohup). After an
/// interruption the same signal doesn't within a second: GNU timeout sends it twice.
void end_at_next_signal();

/// Waits for the events, at most until `deadline_ns` on CLOCK_MONOTONIC (negative: no limit).
/// Returns what ppoll returns, 0 when the time is up. Throws InternalError and, in the main thread,
/// which takes the signals, Interrupted.
int wait_for(pollfd* events, unsigned count, std::int64_t deadline_ns);

/// Throws Interrupted if a signal has come. wait_for() looks for events first.
void throw_if_interrupted();

/// How long a signal sent to all processes may take to arrive here after an AI or child has got it.
constexpr std::int64_t own_signal_ns = 1'000'000'000;

/// Call it when a process was killed by a signal: ending a job or service signals all its
/// processes, and this one may be the last. Waits that long for a signal; throws Interrupted if one
/// comes.
void await_own_signal();

} // namespace referee
