#include "os/priority.hpp"

#include "base/error.hpp"

#include <cstdint>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {

namespace {

constexpr sched_param first{1};

/// The kernel's struct sched_attr, in its first version.
struct SchedulingAttributes {
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t slice_ns = 0; ///< sched_runtime
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};
constexpr std::uint64_t reset_on_fork = 1; // SCHED_FLAG_RESET_ON_FORK

} // namespace

bool raise_priority() {
    if (::getpriority(PRIO_PROCESS, 0) == 0 && ::sched_setscheduler(0, SCHED_FIFO, &first) == 0) {
        return true;
    }
    const int policy = ::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    if (policy == SCHED_FIFO || policy == SCHED_RR) {
        const sched_param ordinary{0};
        ::sched_setscheduler(0, SCHED_OTHER, &ordinary);
    }
    return false;
}

void set_reset_on_fork() {
    if (::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first) != 0) {
        fail("sched_setscheduler");
    }
}

bool shorten_slice() {
    constexpr std::uint64_t slice_ns = 100'000; // the kernel's minimum
    SchedulingAttributes attributes;
    const auto read = [&] {
        return ::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0;
    };
    if (!read() || attributes.policy != SCHED_OTHER || attributes.nice < 0) {
        return false;
    }
    attributes.flags |= reset_on_fork;
    attributes.slice_ns = slice_ns;
    // Older kernels accept and ignore it.
    return ::syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 && read() &&
           attributes.slice_ns == slice_ns;
}

void lower_priority(bool is_for_idle) {
    constexpr sched_param ordinary{0};
    constexpr int lowest = 19;
    // These are only preferences, so failures are ignored.
    ::sched_setscheduler(0, is_for_idle ? SCHED_IDLE : SCHED_OTHER, &ordinary);
    ::setpriority(PRIO_PROCESS, 0, lowest);
}

void deny_realtime() {
    constexpr rlimit none{0, 0};
    if (::setrlimit(RLIMIT_RTPRIO, &none) != 0 || ::setrlimit(RLIMIT_NICE, &none) != 0) {
        fail("setrlimit");
    }
}

} // namespace referee
