#pragma once

/// Accepts the connections of the server of `--watch`.

#include "os/descriptor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <string>

namespace referee {

class LiveAcceptor {
  public:
    using Socket = boost::asio::ip::tcp::socket;

    /// `file` is a listening socket. `take` is called with each connection while `io` runs. It may
    /// throw: the exception passes through io_context::run().
    LiveAcceptor(
        boost::asio::io_context& io, UniqueFd file, std::function<void(Socket socket)> take);

    /// Waits for connections, unless it already does. Call it again after an exception.
    void await();

    /// "http://127.0.0.1:8080/"
    const std::string& url() const { return url_; }

  private:
    void accept();
    void pause();

    boost::asio::io_context& io_;
    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::steady_timer timer_;
    std::function<void(Socket socket)> take_;
    std::string url_;
    bool is_waiting_ = false; ///< for a connection, or for the end of a pause before that
};

} // namespace referee
