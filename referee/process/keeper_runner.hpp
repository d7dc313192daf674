#pragma once

/// How a keeper runs the AI's program: once, or to stay.

#include "process/keeper_box.hpp"
#include "process/keeper_child.hpp"
#include "process/launch.hpp"
#include "process/messages.hpp"

#include <cstdint>
#include <sys/types.h>

namespace referee {

/// Starts, awaits, kills and reaps. All its processes are gone when a call returns, but for a
/// resident one.
class ProgramRunner {
  public:
    /// `plan`: what the box leaves to each child.
    ProgramRunner(KeeperBox& box, const ChildPlan& plan) : box_(box), plan_(plan) {}

    /// Gives what is run from now on these standard streams: they become this process's own, which
    /// the children inherit. 0 or errno.
    int use_streams(const Carried& streams);
    /// Runs it until its end or the limit; with a command to test, only what comes before exec.
    Report run(const KeeperCommand& command, const char* path);
    /// Starts it to stay, with these streams.
    Report start_resident(const KeeperCommand& command, Carried streams);
    /// Returns when it has stopped or ended: its group was sent SIGSTOP by the referee, which also
    /// kills one that puts off its stop.
    Report await_stop() const;
    /// Waits for its end up to the limit.
    Report end_resident(const KeeperCommand& command);
    /// Kills a resident one.
    void kill_all();

  private:
    Launch launch_plan() const;
    void set_move(const KeeperCommand& command);
    void report_start(const Launched& launched, Report& report);
    void sweep(pid_t pid, Report& report);
    void wait(pid_t pid, std::int64_t begin, std::int64_t limit, Report& report);

    KeeperBox& box_;
    ChildPlan plan_;
    bool has_streams_ = false;
    pid_t resident_ = -1;
    Starter starter_;
};

} // namespace referee
