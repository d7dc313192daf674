#pragma once

/// The contest's server for one client: WebSocket and time URL on a port of the loopback interface.
/// Everything runs in one thread, in the coroutines of one io_context.
///
/// Anybody on this machine may connect, so no visitor can keep the client out. At most
/// `max_visitors` connections are open besides the client's; a new one replaces the oldest. A
/// visitor that sends no request is disconnected after a while, and an error ends only its own
/// connection.

// g++ 12 warns wrongly that the storage of Asio's coroutines doesn't come from operator new.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

#include <utility> // Boost 1.74's awaitable.hpp needs it and doesn't include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::spe_ed::websocket {

namespace asio = boost::asio;
namespace beast = boost::beast;

/// Limits for visitors: connections that are not, or not yet, the client's.
struct VisitorLimits {
    std::size_t max_visitors = 32;
    std::chrono::milliseconds first_request{10'000}; ///< time for a visitor's first request
};

class Server {
  public:
    /// Listens on the first free port. If there is none, throws std::runtime_error with the
    /// reasons.
    Server(
        asio::io_context& io, const std::vector<int>& ports, std::string key,
        VisitorLimits limits = {});

    std::string url() const;
    std::string time_url() const;

    /// Answers requests, as long as the io_context runs.
    void start();

    enum class Client { awaited, is_let_in, plays, left };
    Client client() const { return client_; }
    bool has_client_come() const { return client_ >= Client::plays; }

    /// Sends a message to the client, if it is there.
    asio::awaitable<void> send(std::string message);
    /// Forgets what the client has sent so far, even if it hasn't been read yet: an answer that
    /// arrives before its question doesn't count.
    asio::awaitable<void> forget_answers();
    /// The client's first message since then, or nothing.
    std::optional<std::string> take_answer() { return std::exchange(answer_, std::nullopt); }
    /// Ends the connection.
    asio::awaitable<void> close();

    /// Waits until the client connects, sends something or leaves, or notify() is called. The
    /// caller must then check its condition again.
    asio::awaitable<void> change();
    void notify() { change_.cancel(); }

  private:
    using Request = beast::http::request<beast::http::empty_body>;
    using Response = beast::http::response<beast::http::string_body>;
    using Socket = asio::ip::tcp::socket;
    using Stream = beast::websocket::stream<Socket>;

    /// A connection that is not, or not yet, the client's.
    struct Visitor {
        Socket socket;
        asio::steady_timer patience; ///< closes the connection if no request has come by then
        bool has_asked = false;
    };

    asio::awaitable<void> accept();
    asio::awaitable<void> serve(std::shared_ptr<Visitor> visitor);
    asio::awaitable<std::optional<Request>> answer_requests(Visitor& visitor);
    asio::awaitable<void> play(Socket socket, Request request);
    Response answer_to(const Request& request);
    void refuse(Response& response, beast::http::status status, std::string_view reason);
    void send_oldest_away();

    asio::ip::tcp::acceptor acceptor_;
    asio::steady_timer change_;
    std::string key_;
    VisitorLimits limits_;
    std::deque<std::shared_ptr<Visitor>> visitors_; ///< the oldest first
    std::shared_ptr<Stream> stream_;
    Client client_ = Client::awaited;
    std::optional<std::string> answer_;
    int told_refusals_ = 0;
    bool is_asked_ = false; ///< a message that arrives now is an answer
};

} // namespace referee::spe_ed::websocket
