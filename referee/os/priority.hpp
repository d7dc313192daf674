#pragma once

/// Scheduling priority of keepers, AIs and servers.

namespace referee {

/// Gives this process real-time priority: among a thousand processes of an AI on its core an
/// ordinary keeper would get a thousandth of the time, and end them late. Returns true if that was
/// allowed, as it is for root. It is inherited. Where the referee has another nice value than 0,
/// which its AIs must keep, any real-time priority is dropped instead.
bool raise_priority();

/// After that: what this process starts gets ordinary priority. Throws InternalError.
void set_reset_on_fork();

/// Without real-time priority: requests short time slices, so that this process runs as soon as it
/// wakes up, even among many that compute. What it starts is ordinary. True if the kernel supports
/// it (Linux 6.12).
bool shorten_slice();

/// Lets this thread, not the whole process, run after all others that want its core. With
/// `is_for_idle` it gets nearly nothing while an AI computes there; else a small share, so that it
/// continues to run beside other programs of the machine.
void lower_priority(bool is_for_idle);

/// What is started from now on can't request real-time priority. Throws InternalError.
void deny_realtime();

} // namespace referee
