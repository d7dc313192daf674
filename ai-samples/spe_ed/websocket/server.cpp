#include "spe_ed/websocket/server.hpp"

#include "spe_ed/websocket/messages.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>

namespace referee::spe_ed::websocket {
namespace {

namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::string_view game_path = "/spe_ed";
constexpr std::string_view time_path = "/spe_ed_time";
constexpr std::size_t max_message = 64 * 1024; ///< bytes that a client may send at once
constexpr std::chrono::milliseconds after_error{50};
constexpr int max_told_refusals = 3; ///< visitors can't flood the log

auto into(error_code& error) {
    return asio::redirect_error(asio::use_awaitable, error);
}

/// Whether the acceptor now listens on the port.
bool listens(tcp::acceptor& acceptor, int port, error_code& error) {
    const tcp::endpoint place(asio::ip::address_v4::loopback(), static_cast<unsigned short>(port));
    acceptor.open(place.protocol(), error);
    // Closed connections of the previous game still hold its port for a while.
    if (!error) {
        acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    }
    if (!error) {
        acceptor.bind(place, error);
    }
    if (!error) {
        acceptor.listen(tcp::acceptor::max_listen_connections, error);
    }
    if (!error) { // the client must not inherit it
        ::fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
        return true;
    }
    error_code closed;
    acceptor.close(closed);
    return false;
}

} // namespace

Server::Server(
    asio::io_context& io, const std::vector<int>& ports, std::string key, VisitorLimits limits)
    : acceptor_(io), change_(io, asio::steady_timer::time_point::max()), key_(std::move(key)),
      limits_(limits) {
    std::string tried;
    for (const int port : ports) {
        error_code error;
        if (listens(acceptor_, port, error)) {
            return;
        }
        tried += fmt::format("\n  port {}: {}", port, error.message());
    }
    throw std::runtime_error(
        "no port to listen on; name free ones in ai.ini (network = PORT …) and allow them with "
        "--allow-network NAME" +
        tried);
}

std::string Server::url() const {
    return fmt::format("ws://127.0.0.1:{}{}", acceptor_.local_endpoint().port(), game_path);
}

std::string Server::time_url() const {
    return fmt::format("http://127.0.0.1:{}{}", acceptor_.local_endpoint().port(), time_path);
}

void Server::start() {
    asio::co_spawn(acceptor_.get_executor(), accept(), asio::detached);
}

/// Continues after every error: a connection that was closed before it was accepted, no descriptor
/// or memory left.
asio::awaitable<void> Server::accept() {
    for (;;) {
        error_code error;
        Socket socket = co_await acceptor_.async_accept(into(error));
        if (!error) {
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            if (visitors_.size() >= limits_.max_visitors) {
                send_oldest_away();
            }
            const auto visitor = std::make_shared<Visitor>(
                Visitor{std::move(socket), asio::steady_timer(acceptor_.get_executor())});
            visitors_.push_back(visitor);
            asio::co_spawn(acceptor_.get_executor(), serve(visitor), asio::detached);
        } else if (!visitors_.empty()) {
            send_oldest_away(); // this frees the missing descriptor
        } else {
            asio::steady_timer pause(acceptor_.get_executor(), after_error);
            co_await pause.async_wait(into(error));
        }
    }
}

/// Closes the connection at once; its coroutine notices that later.
void Server::send_oldest_away() {
    if (!visitors_.empty()) {
        error_code ignored;
        visitors_.front()->socket.close(ignored);
        visitors_.pop_front();
    }
}

asio::awaitable<void> Server::serve(std::shared_ptr<Visitor> visitor) {
    visitor->patience.expires_after(limits_.first_request);
    visitor->patience.async_wait([visitor](error_code cancelled) {
        // When this process has been suspended, timer and request may arrive together.
        if (!cancelled && !visitor->has_asked) {
            error_code ignored;
            visitor->socket.close(ignored);
        }
    });
    std::optional<Request> upgrade = co_await answer_requests(*visitor);
    visitor->patience.cancel();
    std::erase(visitors_, visitor);
    if (upgrade) {
        co_await play(std::move(visitor->socket), std::move(*upgrade));
    }
}

/// Answers until the visitor leaves or has sent the request by which it becomes the client.
asio::awaitable<std::optional<Server::Request>> Server::answer_requests(Visitor& visitor) {
    beast::flat_buffer buffer(max_message);
    for (;;) {
        Request request;
        error_code error;
        co_await http::async_read(visitor.socket, buffer, request, into(error));
        if (error) {
            co_return std::nullopt;
        }
        visitor.has_asked = true;
        visitor.patience.cancel();
        const Response response = answer_to(request);
        if (response.result() == http::status::switching_protocols) {
            co_return request;
        }
        co_await http::async_write(visitor.socket, response, into(error));
        if (error || !response.keep_alive()) {
            co_return std::nullopt;
        }
    }
}

/// Says why, so that the author of a client with a wrong URL or key finds the reason.
void Server::refuse(Response& response, http::status status, std::string_view reason) {
    response.result(status);
    if (told_refusals_ < max_told_refusals) {
        ++told_refusals_;
        std::cerr << "refused a connection: " << reason
                  << "\nhint: the client connects once, to URL?key=KEY; both are in its "
                     "environment\n";
    }
}

Server::Response Server::answer_to(const Request& request) {
    Response response(http::status::ok, request.version());
    response.keep_alive(request.keep_alive());
    response.set(http::field::content_type, "application/json");
    const std::string_view target(request.target().data(), request.target().size());
    const bool is_time = path_of(target) == time_path;
    const bool is_upgrade = beast::websocket::is_upgrade(request);
    if (is_time && request.method() == http::verb::get && !is_upgrade) {
        response.body() = time_message(std::chrono::system_clock::now());
    } else if (is_time) {
        response.result(http::status::method_not_allowed);
    } else if (path_of(target) != game_path) {
        refuse(response, http::status::not_found, "its path is not the one in URL");
    } else if (!is_upgrade) {
        refuse(response, http::status::upgrade_required, "it is not a WebSocket request");
    } else if (parameter(target, "key") != key_) {
        refuse(response, http::status::forbidden, "it doesn't have the key of this game");
    } else if (client_ != Client::awaited) {
        refuse(
            response, http::status::too_many_requests, "the client is already connected, or was");
    } else {
        response.result(http::status::switching_protocols);
    }
    response.prepare_payload();
    return response;
}

asio::awaitable<void> Server::play(Socket socket, Request request) {
    client_ = Client::is_let_in; // at once, because a second client may connect meanwhile
    const auto stream = std::make_shared<Stream>(std::move(socket));
    stream->read_message_max(max_message);
    stream->auto_fragment(false); // a simple client reads one frame per message
    stream->text(true);
    error_code error;
    co_await stream->async_accept(request, into(error));
    if (!error) {
        stream_ = stream;
        client_ = Client::plays;
        notify();
    }
    while (!error) { // pings are answered by this reading
        beast::flat_buffer buffer;
        co_await stream->async_read(buffer, into(error));
        if (error) {
            break;
        }
        if (is_asked_) {
            answer_ = beast::buffers_to_string(buffer.data());
            is_asked_ = false;
            notify();
        } else {
            std::cerr << "a message that was not asked for is dropped\n";
        }
    }
    // A client that left before the handshake was complete may try again.
    client_ = client_ == Client::plays ? Client::left : Client::awaited;
    stream_.reset();
    notify();
}

asio::awaitable<void> Server::send(std::string message) {
    const auto stream = stream_;
    if (stream) {
        is_asked_ = true;
        error_code error; // the reading coroutine reports it, too
        co_await stream->async_write(asio::buffer(message), into(error));
    }
}

asio::awaitable<void> Server::forget_answers() {
    constexpr int max_tries = 5; // half a message may never be completed
    error_code error;
    for (int tries = 0; tries < max_tries && stream_ && stream_->next_layer().available(error) > 0;
         ++tries) {
        asio::steady_timer pause(acceptor_.get_executor(), std::chrono::milliseconds(1));
        co_await pause.async_wait(asio::use_awaitable);
    }
    answer_.reset();
    is_asked_ = false;
}

asio::awaitable<void> Server::close() {
    const auto stream = stream_;
    if (stream) {
        error_code error;
        co_await stream->async_close(beast::websocket::close_code::normal, into(error));
    }
}

asio::awaitable<void> Server::change() {
    error_code error; // the timer never expires by itself
    co_await change_.async_wait(into(error));
}

} // namespace referee::spe_ed::websocket
