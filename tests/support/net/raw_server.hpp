#pragma once

/// A small HTTP server that answers with the bytes it is given, right or wrong.

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tests {

struct RawRequest {
    std::string method;
    std::string target;
    std::string head; ///< all lines, in small letters
    std::string body;
};

struct RawAnswer {
    std::vector<std::string> pieces; ///< sent one after the other
    bool closes = false;             ///< the connection, afterwards
};

/// "HTTP/1.1 STATUS", these header lines, Content-Length, and the body.
std::string http_answer(
    const std::string& body, const std::string& status = "200 OK",
    const std::string& more_lines = "");

class RawServer {
  public:
    using Behaviour = std::function<RawAnswer(const RawRequest&)>;

    /// Listens on a free port of 127.0.0.1 or [::1]. Throws std::runtime_error if that can't be.
    RawServer(Behaviour behaviour, bool is_ipv6 = false);
    ~RawServer();
    RawServer(const RawServer&) = delete;
    RawServer& operator=(const RawServer&) = delete;

    int port() const { return port_; }
    /// "METHOD TARGET" of each request that came.
    std::vector<std::string> asked() const;

  private:
    void serve();
    void serve(int connection);

    Behaviour behaviour_;
    int listener_ = -1;
    int stop_ = -1; ///< a pipe: readable at the end
    int stop_write_ = -1;
    int port_ = 0;
    mutable std::mutex mutex_;
    std::vector<std::string> asked_;
    std::vector<std::thread> connections_;
    std::thread acceptor_;
};

} // namespace tests
