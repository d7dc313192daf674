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

    /// True once its process has ended with a signal or a status other than 0. (A status of 0 may
    /// be that of a server that has gone on in the background.)
    bool has_failed();

  private:
    bool has_ended();

    pid_t process_ = 0;
    bool has_ended_ = false; ///< and is reaped: its number may be another's
    int status_ = 0;
};

} // namespace referee::battlesnake::bridge
