#pragma once

/// A server that the bridge starts itself.

#include <string>
#include <sys/types.h>
#include <vector>

namespace referee::battlesnake::bridge {

class Server {
  public:
    /// Starts the command, its first word looked up in PATH. What it prints goes to standard error:
    /// standard output is the referee's. Throws std::runtime_error if it can't be started.
    explicit Server(const std::vector<std::string>& command);
    /// Asks it to end, and ends it if it doesn't within half a second.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

  private:
    pid_t process_ = 0;
};

} // namespace referee::battlesnake::bridge
