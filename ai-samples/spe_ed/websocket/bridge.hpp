#pragma once

/// Translates between the referee's lines and files and the messages of the contest's client.

#include "spe_ed/websocket/client_process.hpp"
#include "spe_ed/websocket/messages.hpp"
#include "spe_ed/websocket/server.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace referee::spe_ed::websocket {

class Bridge {
  public:
    /// Standard input comes from the referee. `client` is the client's process.
    Bridge(asio::io_context& io, Server& server, ClientProcess& client);

    /// Answers the referee until `quit` or the end of input; then waits a moment for the client to
    /// exit. Throws std::runtime_error for files that can't be read or written.
    asio::awaitable<void> run();
    /// Notices the client's end.
    asio::awaitable<void> watch_client();

  private:
    asio::awaitable<std::string> next_line();
    asio::awaitable<void> await_client();
    asio::awaitable<void> answer();
    asio::awaitable<void> notify_end();
    asio::awaitable<void> dismiss();
    void complain(const std::string& what, std::string_view hint) const;
    void warn_before(std::optional<UtcTime> deadline);

    Server& server_;
    ClientProcess& client_;
    asio::posix::stream_descriptor lines_;
    asio::signal_set ends_;
    asio::steady_timer patience_;
    asio::steady_timer warning_; ///< expires shortly before the deadline
    bool is_late_ = false;       ///< the time to wait for the client's exit is over
    std::string unread_;
};

} // namespace referee::spe_ed::websocket
