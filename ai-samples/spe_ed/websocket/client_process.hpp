#pragma once

/// The client as a process.

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace referee::spe_ed::websocket {

class ClientProcess {
  public:
    /// Starts the command (its first word is looked up in PATH) with these variables besides our
    /// own environment, nothing on standard input, and standard output and error both to our
    /// standard error. Throws std::runtime_error, which names the command, if it can't be started.
    ClientProcess(
        const std::vector<std::string>& command,
        const std::vector<std::pair<std::string, std::string>>& variables);

    /// To be called after SIGCHLD.
    void look_after();
    bool has_ended() const { return pid_ < 0; }
    /// "exit status 1", "signal 9"; once it has ended.
    const std::string& how_it_ended() const { return how_; }

  private:
    pid_t pid_ = -1;
    std::string how_;
};

} // namespace referee::spe_ed::websocket
