#pragma once

/// How a keeper runs the AI's program: once, or resident.

#include "process/keeper_box.hpp"
#include "process/keeper_child.hpp"
#include "process/launch.hpp"
#include "process/messages.hpp"

#include <cstdint>
#include <sys/types.h>

namespace referee {

/// Starts, awaits, kills and reaps. When a call returns, no process is left except a resident one.
class ProgramRunner {
  public:
    /// `plan`: what the sandbox leaves to each child.
    ProgramRunner(KeeperBox& box, const ChildPlan& plan) : box_(box), plan_(plan) {}

    /// Sets the standard streams of programs that are started from now on: they become this
    /// process's own, which children inherit. Returns 0 or errno.
    int use_streams(const Carried& streams);
    /// Runs it until its exit or the limit; with a test command, only what comes before exec.
    Report run(const KeeperCommand& command, const char* path);
    /// Starts it as a resident program with these streams.
    Report start_resident(const KeeperCommand& command, Carried streams);
    /// Returns when it has stopped or exited. The referee has sent SIGSTOP to its group, and kills
    /// one that doesn't stop.
    Report await_stop() const;
    /// Waits for its exit up to the limit.
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
