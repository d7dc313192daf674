#pragma once

/// The contest's server for one client: WebSocket and time URL on a port of the loopback device.
/// Everything runs in one thread, in the coroutines of one io_context.

#include <utility> // Boost 1.74's awaitable.hpp needs it and doesn't include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::spe_ed::websocket {

namespace asio = boost::asio;
namespace beast = boost::beast;

class Server {
  public:
    /// Listens on the first of the ports that is free. Throws std::runtime_error, which says why,
    /// if there is none.
    Server(asio::io_context& io, const std::vector<int>& ports, std::string key);

    std::string url() const;
    std::string time_url() const;

    /// Answers requests, as long as the io_context runs.
    void start();

    enum class Client { awaited, plays, left };
    Client client() const { return client_; }

    /// Sends a message to the client, if it is there.
    asio::awaitable<void> send(std::string message);
    /// Forgets what the client has said so far, also what has come but was not read yet: an answer
    /// before its question counts for no round.
    asio::awaitable<void> forget_answers();
    /// The client's first message since then, or nothing.
    std::optional<std::string> take_answer() { return std::exchange(answer_, std::nullopt); }
    /// Ends the connection.
    asio::awaitable<void> close();

    /// Waits until the client comes, says something or goes, or notify() is called. Conditions are
    /// to be looked at again afterwards.
    asio::awaitable<void> change();
    void notify() { change_.cancel(); }

  private:
    using Request = beast::http::request<beast::http::empty_body>;
    using Response = beast::http::response<beast::http::string_body>;
    using Socket = asio::ip::tcp::socket;
    using Stream = beast::websocket::stream<Socket>;

    asio::awaitable<void> accept();
    asio::awaitable<void> serve(Socket socket);
    asio::awaitable<void> play(Socket socket, Request request);
    Response answer_to(const Request& request) const;

    asio::ip::tcp::acceptor acceptor_;
    asio::steady_timer change_;
    std::string key_;
    std::shared_ptr<Stream> stream_;
    Client client_ = Client::awaited;
    std::optional<std::string> answer_;
    bool is_asked_ = false; ///< a message that comes now is an answer
};

} // namespace referee::spe_ed::websocket
