#include "process/keeper_limits.hpp"

#include "error.hpp"

#include <algorithm>
#include <sys/resource.h>

namespace referee {
namespace {

// Sanitizers map terabytes. In such builds neither the keeper nor AIs, which may be built the same
// way, have a memory limit, unless one below the default is requested.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_sanitizer = true;
#else
constexpr bool has_sanitizer = false;
#endif

constexpr rlim_t max_descriptors = 256;
constexpr rlim_t keepers_descriptors = 4096; ///< in mode strict

void set_limit(int which, rlim_t value) {
    // The referee's caller may have set a lower one.
    rlimit limit{};
    ::getrlimit(static_cast<__rlimit_resource>(which), &limit);
    limit.rlim_max = std::min(limit.rlim_max, value);
    limit.rlim_cur = limit.rlim_max;
    if (::setrlimit(static_cast<__rlimit_resource>(which), &limit) != 0) {
        fail("setrlimit");
    }
}

rlim_t hard_limit(int which) {
    rlimit limit{};
    return ::getrlimit(static_cast<__rlimit_resource>(which), &limit) == 0 ? limit.rlim_max
                                                                           : RLIM_INFINITY;
}

/// In mode strict each child lowers the limit for itself: descriptors in flight through the
/// keeper's socket count against its own limit, together with those of the user's AIs.
void limit_descriptors(bool is_strict, ChildPlan& plan) {
    if (!is_strict) {
        set_limit(RLIMIT_NOFILE, max_descriptors);
        return;
    }
    rlimit own{};
    ::getrlimit(RLIMIT_NOFILE, &own);
    plan.descriptors = std::min(max_descriptors, own.rlim_max);
    own.rlim_cur = std::min(keepers_descriptors, own.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &own) != 0) {
        fail("setrlimit");
    }
}

} // namespace

void limit_keeper(const KeeperHeader& header, ChildPlan& plan) {
    // Not 0: where core dumps are piped to a program (systemd-coredump) only 1 keeps it from
    // starting.
    set_limit(RLIMIT_CORE, 1);
    set_limit(RLIMIT_FSIZE, header.file_size);
    set_limit(RLIMIT_MSGQUEUE, 0);
    // Set for each move; without privileges at most what the caller of the referee allows.
    plan.max_cpu_seconds = hard_limit(RLIMIT_CPU);
    plan.max_processes = hard_limit(RLIMIT_NPROC);
    limit_descriptors(static_cast<Confinement>(header.confinement) == Confinement::strict, plan);
    if constexpr (!has_sanitizer) {
        set_limit(RLIMIT_DATA, header.memory);
    } else if (header.memory < Limits{}.memory) {
        plan.memory = header.memory;
    }
}

} // namespace referee
