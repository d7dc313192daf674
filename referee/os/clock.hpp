#pragma once

#include <cstdint>
#include <time.h>

namespace referee {

inline constexpr std::int64_t second_ns = 1'000'000'000;

/// CLOCK_MONOTONIC in nanoseconds.
inline std::int64_t monotonic_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * second_ns + now.tv_nsec;
}

/// CLOCK_REALTIME in nanoseconds since 1970, as the change times of files.
inline std::int64_t realtime_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * second_ns + now.tv_nsec;
}

/// Processor time of a process by its clock; 0 if it has exited.
inline std::int64_t cpu_time(clockid_t clock) {
    timespec used{};
    return ::clock_gettime(clock, &used) == 0 ? used.tv_sec * second_ns + used.tv_nsec : 0;
}

/// The time from now to a deadline for ppoll; zero when it has passed.
inline timespec until(std::int64_t deadline_ns) {
    const std::int64_t left = deadline_ns - monotonic_ns();
    return left > 0 ? timespec{left / second_ns, left % second_ns} : timespec{0, 0};
}

} // namespace referee
