#pragma once

/// What a keeper's child does between vfork and exec, so that the program runs in a group of its
/// own, with its folder, streams and limits, as its own user. See referee/process/README.md,
/// "Starting an AI".

#include <array>
#include <cstdint>
#include <sys/resource.h>
#include <sys/types.h>

namespace referee {

/// What the child needs between vfork and exec: only numbers, no memory of its own.
struct ChildPlan {
    std::array<int, 3> streams{-1, -1, -1}; ///< of a resident AI; −1: the keeper's own
    uid_t uid = 0;
    rlim_t cpu_seconds = RLIM_INFINITY;
    rlim_t processes = RLIM_INFINITY;
    rlim_t max_cpu_seconds = RLIM_INFINITY; ///< of the referee's caller: can't be exceeded
    rlim_t max_processes = RLIM_INFINITY;   ///< as above
    rlim_t descriptors = RLIM_INFINITY;     ///< if the keeper itself may have more
    rlim_t memory = RLIM_INFINITY;          ///< if the AI's limit is too low for the keeper itself
    pid_t keeper = 0;
    /// A session, not only a group: where the keeper has neither real-time priority nor short
    /// slices, or the AI isn't confined. Most systems share time among sessions (autogroup), so the
    /// keeper gets its share. Costs about 5 µs a move.
    bool has_own_session = true;
    bool shields_keeper = false; ///< from the AI's signals
    int scope = -1; ///< Landlock ruleset that scopes signals; −1 where a filter denies them
    std::uint32_t cookie1 = 0;
    std::uint32_t cookie2 = 0;
    const char* test = nullptr;      ///< try to open this instead of starting the program
    bool tests_privileges = false;   ///< report its privileges instead of starting the program
    bool has_empty_bounding = false; ///< the bounding set must be empty
};

/// Runs in the child, in the keeper's memory and beside it: only system calls. `context` is a
/// ChildPlan. Returns 0, or the errno with which the start fails.
int prepare_child(const void* context);

} // namespace referee
