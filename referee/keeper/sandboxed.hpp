#pragma once

/// The sandbox of a keeper and all that it starts: namespaces, session, priority, limits, user,
/// Landlock, seccomp. It is made once and inherited.

#include "keeper/children.hpp"
#include "keeper/protocol.hpp"
#include "os/descriptor.hpp"
#include "sandbox/memory_group.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <sys/resource.h>
#include <sys/types.h>

namespace referee {

// What a keeper's child does between vfork and exec, so that the program runs in a group of its
// own, with its folder, streams and limits, as its own user. See referee/keeper/README.md,
// "Starting an AI".

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

/// Made in three steps, because the keeper proper may have to be a child of the process that makes
/// the first two: enter(), join(), close(). All throw InternalError.
class KeeperBox {
  public:
    /// Joins the memory control group; in mode strict also enters the namespaces, in which the next
    /// child will be PID 1.
    void enter(KeeperSetup setup);

    /// True if the keeper proper must be a child of this process.
    bool needs_child() const { return is_strict() || has_group(); }
    /// True if this process sleeps while the keeper proper runs, as in vfork.
    bool has_group() const { return static_cast<bool>(group_); }

    /// For the keeper proper. `socket` is the one to the referee; `has_outer` says that its parent
    /// was made for it, and exits with it. Steps that a child must take itself are written into the
    /// plan.
    void close(int socket, bool has_outer, ChildPlan& plan);

    bool is_unconfined() const { return setup_.permissions.mode == Confinement::none; }
    bool is_strict() const { return setup_.permissions.mode == Confinement::strict; }
    /// Kills its processes. Call it after close().
    Sweeper& sweeper() { return *sweeper_; }
    /// In mode strict each game begins with the same process ID: otherwise it would show how many
    /// processes there were in the previous game.
    void restart_numbers() const;

    const KeeperHeader& header() const { return setup_.header; }
    StartedProgram& program() { return setup_.program; }
    GroupMembership& group() { return group_; }
    int commands() const { return setup_.commands.get(); }
    int reports() const { return setup_.reports.get(); }
    int work() const { return setup_.work.get(); }
    /// The folder is its current directory, so it needs the descriptor no longer.
    void close_work() { setup_.work.reset(); }

  private:
    void enter_own_root();
    void take_place(bool has_outer, ChildPlan& plan);
    void give_up_groups() const;
    void prepare_inheritance(int socket);
    void confine(ChildPlan& plan);

    KeeperSetup setup_;
    bool has_priority_ = false;
    GroupMembership group_;
    UniqueFd last_number_; ///< of a process, in mode strict
    UniqueFd user_;        ///< a file opened as the AI's user
    UniqueFd scope_;
    std::optional<Sweeper> sweeper_; ///< made when the user is known, and before the box is closed
};

} // namespace referee
