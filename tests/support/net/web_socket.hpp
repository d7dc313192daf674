#pragma once

/// A client of HTTP and WebSocket servers on this machine that does one step at a time, so that a
/// test decides the order of things.

#include <string>
#include <string_view>

namespace tests {

class WebSocket {
  public:
    /// Connects to a port of the loopback device. Throws std::runtime_error if nobody listens.
    explicit WebSocket(int port);
    ~WebSocket();
    WebSocket(WebSocket&& other) noexcept;
    WebSocket& operator=(WebSocket&&) = delete;

    /// Sends a request for this target and reads the answer: its status, or 0 if the connection is
    /// closed instead. With 101 it is a WebSocket.
    int get(std::string_view target);
    int upgrade(std::string_view target);

    /// The next message from the server; "" when it has closed the connection. Throws
    /// std::runtime_error if nothing comes for two minutes, or if it isn't text in one frame: a
    /// simple client reads one frame a message.
    std::string receive();
    /// Sends a message of at most 125 bytes.
    void send(std::string_view message);
    /// True when the server has closed the connection; waits for that for up to two minutes.
    bool is_closed();
    /// True as long as the server has not closed the connection.
    bool is_open() const;

  private:
    int ask(std::string_view target, std::string_view more);
    std::string take(std::size_t count);

    int socket_ = -1;
    std::string unread_;
};

} // namespace tests
