#pragma once

/// The box in which a keeper stands with all that it starts: name spaces, session, precedence,
/// limits, user, Landlock, filter of system calls. It is made once and inherited.

#include "process/keeper_child.hpp"
#include "process/keeper_setup.hpp"
#include "process/memory_group.hpp"
#include "process/sweep.hpp"
#include "process/unique_fd.hpp"

#include <optional>

namespace referee {

/// To be made in three steps, because the keeper proper may have to be a child of the process that
/// makes the first two: enter(), join(), close(). All throw InternalError.
class KeeperBox {
  public:
    /// The group that bounds the memory; in mode strict the name spaces, in which the next child
    /// will be process 1.
    void enter(Setup setup);

    /// True if the keeper proper must be a child of this process: …
    bool needs_child() const { return is_strict() || has_group(); }
    /// … which sleeps meanwhile, as in vfork.
    bool has_group() const { return static_cast<bool>(group_); }

    /// In the keeper proper. `socket` is the one to the referee; `has_outer` says that its parent
    /// was made for it, and ends with it. What a child has to do itself is written into the plan.
    void close(int socket, bool has_outer, ChildPlan& plan);

    bool is_unconfined() const { return setup_.permissions.mode == Confinement::none; }
    bool is_strict() const { return setup_.permissions.mode == Confinement::strict; }
    /// Kills its processes. To be called after close().
    Sweeper& sweeper() { return *sweeper_; }
    /// In mode strict each game begins with the same process number: counting on, it would tell how
    /// many processes there were in the game before.
    void restart_numbers() const;

    const KeeperHeader& header() const { return setup_.header; }
    StartedProgram& program() { return setup_.program; }
    GroupMembership& group() { return group_; }
    int commands() const { return setup_.commands.get(); }
    int reports() const { return setup_.reports.get(); }
    int work() const { return setup_.work.get(); }
    /// It stands in that folder, and needs it no longer.
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
