#pragma once

/// A server that the bridge itself starts.

#include <string>
#include <sys/types.h>
#include <vector>

namespace referee::battlesnake::bridge {

class Server {
  public:
    /// Starts the command; its first word is looked up in PATH. Its output goes to standard error,
    /// because standard output belongs to the referee. Throws std::runtime_error if it can't be
    /// started.
    explicit Server(const std::vector<std::string>& command);
    /// Asks it to end, and kills it if it doesn't within half a second.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// True once its process has ended by a signal or with a status other than 0. (With status 0
    /// the server may have moved to the background.)
    bool has_failed();

  private:
    bool has_ended();

    pid_t process_ = 0;
    bool has_ended_ = false; ///< and is reaped: its PID may have been reused
    int status_ = 0;
};

} // namespace referee::battlesnake::bridge
