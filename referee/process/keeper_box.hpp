#pragma once

/// The sandbox of a keeper and all that it starts: namespaces, session, priority, limits, user,
/// Landlock, seccomp. It is made once and inherited.

#include "process/keeper_child.hpp"
#include "process/keeper_setup.hpp"
#include "process/memory_group.hpp"
#include "process/sweep.hpp"
#include "process/unique_fd.hpp"

#include <optional>

namespace referee {

/// Made in three steps, because the keeper proper may have to be a child of the process that makes
/// the first two: enter(), join(), close(). All throw InternalError.
class KeeperBox {
  public:
    /// Joins the memory control group; in mode strict also enters the namespaces, in which the next
    /// child will be PID 1.
    void enter(Setup setup);

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
    void enter_spaces();
    void take_place(bool has_outer, ChildPlan& plan);
    void give_up_groups() const;
    void prepare_inheritance(int socket);
    void confine(ChildPlan& plan);

    Setup setup_;
    bool has_priority_ = false;
    GroupMembership group_;
    UniqueFd last_number_; ///< of a process, in mode strict
    UniqueFd user_;        ///< a file opened as the AI's user
    UniqueFd scope_;
    std::optional<Sweeper> sweeper_; ///< made when the user is known, and before the box is closed
};

} // namespace referee
