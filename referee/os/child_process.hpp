#pragma once

/// Children of this process: how they are forked, and how their end is awaited, with a limit, so
/// that signals still take effect. Whoever forks says itself what the child becomes. (AIs are
/// started by keepers in another way: keeper/children.hpp.)

#include "os/descriptor.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace referee {

/// A pipe. Other programs don't inherit its ends.
struct Pipe {
    UniqueFd reading;
    UniqueFd writing;
};

/// `what` names it for an error. Throws InternalError.
Pipe make_pipe(const std::string& what = "making a pipe");

/// The words as exec takes them; they must live as long.
std::vector<char*> pointers_to(std::vector<std::string>& words);

/// Forks. In the child no signal is blocked; it gets the signal `with_us` if this thread ends (0:
/// none), and calls `become`. That should execute a program or exit; if it returns, the child exits
/// with its value. `what` names the action for an error. Throws InternalError.
pid_t fork_child(const std::string& what, int with_us, const std::function<int()>& become);

class ChildProcess {
  public:
    enum class Kind {
        command, ///< gets SIGTERM at the end, so that it cleans up, and ten seconds later SIGKILL
        reader,  ///< only says something, so at the end it gets SIGKILL
        group    ///< leads a process group; whatever is left of it gets SIGKILL at the end
    };
    /// Takes over a child that was just forked. Throws InternalError.
    ChildProcess(pid_t pid, Kind kind);
    /// Ends it.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Becomes readable when it has ended.
    int descriptor() const { return descriptor_.get(); }
    /// Waits for its end, at most until `deadline_ns` on CLOCK_MONOTONIC (negative: no limit). Its
    /// exit status, or 128 + signal; nothing if it is still running. Throws Interrupted.
    std::optional<int> wait(std::int64_t deadline_ns);

  private:
    void kill_rest() const;
    int reap();

    pid_t pid_;
    Kind kind_;
    UniqueFd descriptor_;
};

} // namespace referee
