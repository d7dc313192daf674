#pragma once

/// What a keeper's child does between vfork and exec, so that the program finds itself alone in a
/// group of its own, with its folder, streams and limits, as its own user. Spec: security.md,
/// "Starting a program".

#include <array>
#include <cstdint>
#include <sys/resource.h>
#include <sys/types.h>

namespace referee {

/// What the child needs between vfork and exec; only numbers, no memory of its own.
struct ChildPlan {
    std::array<int, 3> streams{-1, -1, -1}; ///< of a resident AI; −1: the keeper's own
    uid_t uid = 0;
    rlim_t cpu_seconds = RLIM_INFINITY;
    rlim_t processes = RLIM_INFINITY;
    rlim_t descriptors = RLIM_INFINITY; ///< where the keeper itself may have more
    rlim_t memory = RLIM_INFINITY; ///< where the keeper can't live within the AI's limit itself
    pid_t keeper = 0;
    /// Not only a group: where the keeper has neither precedence nor short slices, or the AI isn't
    /// confined. Most systems share the time among sessions (autogroup), so it gets its part of it;
    /// that costs some 5 µs a move.
    bool has_own_session = true;
    bool shields_keeper = false; ///< from signals of the AI
    int scope = -1;              ///< Landlock's for signals; −1 where a filter does that
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    const char* test = nullptr;      ///< instead of the program: what to try to open
    bool tests_privileges = false;   ///< instead of the program: what it would be given
    bool has_empty_bounding = false; ///< no capability can come from a program's file either
};

/// Runs in the child, on the keeper's memory and beside it: system calls only. `context` is a
/// ChildPlan. Returns 0, or the errno for which the program must not be started.
int prepare_child(const void* context);

} // namespace referee
