#pragma once

/// A browser's side of a connection, byte by byte, and a match that is watched by it.

#include "support/run.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace tests {

/// A TCP connection to a port of this machine's loopback address. `receive_buffer`: bytes that the
/// kernel keeps for a client that doesn't read; 0: the system's. Throws std::runtime_error.
int connected_socket(int port, int receive_buffer = 0);

/// Appends what comes from the server; false when it has closed the connection. Throws
/// std::runtime_error after two minutes without a byte.
bool receive_more(int socket, std::string& text);

/// A connected socket, and what it has received.
class HttpClient {
  public:
    /// As connected_socket().
    explicit HttpClient(int port, int receive_buffer = 0);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// What can't be sent, because the server has closed the connection, is not.
    void send(std::string_view text) const;
    /// Reads until the text has come; all that has been read, or what came before the end. Throws
    /// as receive_more() does.
    const std::string& read_until(std::string_view text);
    /// Reads to the end.
    const std::string& read_all() { return read_until(std::string_view("\0end", 4)); }

  private:
    int socket_ = -1;
    std::string read_;
};

/// A request with the headers that every browser sends; `more` are lines with CR LF.
std::string
http_get(const std::string& target, const std::string& more = "", const std::string& host = "");

/// The status of a response.
int status_of(const std::string& response);

/// The referee with --watch, and its output.
class WatchedRun {
  public:
    /// `command` is what follows `referee`. Waits for the line with the address.
    WatchedRun(const std::vector<std::string>& command, const std::string& folder);
    /// Ends it if it has not ended.
    ~WatchedRun();
    WatchedRun(const WatchedRun&) = delete;
    WatchedRun& operator=(const WatchedRun&) = delete;

    pid_t pid() const { return pid_; }
    int port() const { return port_; }
    /// The address of its events, read from the page.
    std::string events() const;
    /// The output so far.
    std::string out() const { return read_file(folder_ + "/out"); }
    std::string err() const { return read_file(folder_ + "/err"); }
    /// Waits for its end: exit status, or 128 + signal; −1 if that takes longer than a minute.
    int finish();

  private:
    std::string folder_;
    pid_t pid_ = -1;
    int port_ = 0;
};

/// An AI that makes each move only when the test lets it: it waits for a line in a named pipe.
class GatedAi {
  public:
    /// Makes FOLDER/NAME, which then becomes `program`. It needs --confine none.
    GatedAi(const TemporaryFolder& folder, const std::string& name, const std::string& program);

    ~GatedAi();
    GatedAi(const GatedAi&) = delete;
    GatedAi& operator=(const GatedAi&) = delete;

    const std::string& path() const { return path_; }
    /// Lets it make so many more moves, 60,000 at most.
    void allow(int moves) const;

  private:
    std::string path_;
    int pipe_ = -1;
};

} // namespace tests
