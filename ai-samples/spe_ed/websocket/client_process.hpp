#pragma once

/// The client as a process.

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace referee::spe_ed::websocket {

class ClientProcess {
  public:
    /// Starts the command (its first word is looked up in PATH) with our own environment and these
    /// variables, empty standard input, and both standard output and error on our standard error.
    /// If it can't be started, throws std::runtime_error with the command.
    ClientProcess(
        const std::vector<std::string>& command,
        const std::vector<std::pair<std::string, std::string>>& variables);

    /// To be called after SIGCHLD.
    void look_after();
    bool has_ended() const { return pid_ < 0; }
    /// "exit status 1" or "signal 9", after it has ended.
    const std::string& how_it_ended() const { return how_; }

  private:
    pid_t pid_ = -1;
    std::string how_;
};

} // namespace referee::spe_ed::websocket
