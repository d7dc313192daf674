#include "battlesnake/http/client.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <charconv>
#include <netinet/tcp.h>
#include <stdexcept>
#include <string_view>

namespace referee::battlesnake::bridge {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr std::size_t max_answer = 64 * 1024;
constexpr std::uint16_t standard_port = 80;
constexpr std::chrono::milliseconds between_attempts{10};

/// A line for the bridge's user; empty if the error needs none.
std::string hint_on(boost::system::error_code error, int port) {
    if (error == asio::error::connection_refused) {
        return "\nhint: start the server before the match, or name its address in ai.ini; in "
               "--confine strict, let the bridge start it (command = bridge URL -- COMMAND)";
    }
    if (error == asio::error::access_denied) {
        return "\nhint: port " + std::to_string(port) +
               " isn't allowed: add it to 'network' in ai.ini, and play with --allow-network "
               "NAME";
    }
    return error == beast::error::timeout ? "\nhint: the server must answer within the limit" : "";
}

} // namespace

Url parse_url(const std::string& text) {
    const std::string wrong =
        "'" + text +
        "' is no URL for this bridge; write http://127.0.0.1:PORT or with a path after it";
    constexpr std::string_view scheme = "http://";
    if (text.rfind(scheme, 0) != 0) {
        throw std::runtime_error(wrong);
    }
    const std::string rest = text.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    Url url;
    url.host = rest.substr(0, slash);
    url.path = slash == std::string::npos ? "" : rest.substr(slash);
    while (!url.path.empty() && url.path.back() == '/') {
        url.path.pop_back();
    }
    // A colon within brackets belongs to an IPv6 address.
    const std::size_t bracket = url.host.find(']');
    const std::size_t colon = url.host.find(':', bracket == std::string::npos ? 0 : bracket);
    std::string name = url.host.substr(0, colon);
    std::uint16_t port = standard_port;
    if (colon != std::string::npos) {
        const char* const begin = url.host.data() + colon + 1;
        const char* const end = url.host.data() + url.host.size();
        const auto [stop, error] = std::from_chars(begin, end, port);
        if (error != std::errc() || stop != end || port == 0) {
            throw std::runtime_error(wrong);
        }
    }
    if (name.size() > 2 && name.front() == '[' && name.back() == ']') {
        name = name.substr(1, name.size() - 2);
    }
    boost::system::error_code failed;
    const auto address = asio::ip::make_address(name == "localhost" ? "127.0.0.1" : name, failed);
    if (failed) {
        throw std::runtime_error(wrong + ": in the box no names are looked up, but localhost");
    }
    url.endpoint = {address, port};
    return url;
}

Client::Client(Url url) : url_(std::move(url)) {}

template <typename Operation>
Client::Error Client::wait(Operation operation) {
    Error result;
    operation([&result](Error error, auto&&...) { result = error; });
    context_.restart();
    context_.run();
    return result;
}

Client::Error Client::connect(Time deadline) {
    stream_.emplace(context_);
    stream_->expires_at(deadline);
    const Error error = wait([&](auto done) { stream_->async_connect(url_.endpoint, done); });
    was_reached_ = !error;
    if (was_reached_) {
        Error refused; // without it answers are only slower
        stream_->socket().set_option(asio::ip::tcp::no_delay(true), refused);
    }
    return error;
}

/// Many servers send headers and body by themselves and wait with the second for the
/// acknowledgement of the first (Nagle), which Linux delays by 40 ms. It forgets the option after a
/// while.
void Client::acknowledge_at_once() {
    using QuickAck = asio::detail::socket_option::boolean<IPPROTO_TCP, TCP_QUICKACK>;
    Error refused; // without it answers are only slower
    stream_->socket().set_option(QuickAck(true), refused);
}

Client::Error
Client::exchange(http::verb verb, const std::string& target, const std::string& body) {
    constexpr int version = 11;
    http::request<http::string_body> request{verb, url_.path + target, version};
    request.set(http::field::host, url_.host);
    request.set(http::field::user_agent, "referee-bridge");
    request.keep_alive(true);
    if (verb == http::verb::post) {
        request.set(http::field::content_type, "application/json");
        request.body() = body;
    }
    request.prepare_payload();
    Error error = wait([&](auto done) { http::async_write(*stream_, request, done); });
    if (error) {
        return error;
    }
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    // The parser's body_limit isn't enough: Boost 1.74 accepts a Content-Length beyond it.
    while (!parser.is_done()) {
        acknowledge_at_once();
        error = wait([&](auto done) { http::async_read_some(*stream_, buffer, parser, done); });
        if (!error && parser.get().body().size() > max_answer) {
            error = http::error::body_limit;
        }
        if (error) {
            return error;
        }
    }
    status_ = static_cast<int>(parser.get().result_int());
    body_ = parser.get().body();
    if (!parser.get().keep_alive()) {
        stream_.reset();
    }
    return {};
}

std::optional<std::string> Client::request(
    http::verb verb, const std::string& target, const std::string& body, Time deadline) {
    const bool was_open = stream_.has_value();
    Error error;
    if (was_open) {
        stream_->expires_at(deadline);
    } else {
        error = connect(deadline);
    }
    if (!error) {
        error = exchange(verb, target, body);
    }
    // A server may close an idle connection; that shows only now, and is no failure.
    if (error && was_open && error != beast::error::timeout) {
        error = connect(deadline);
        if (!error) {
            error = exchange(verb, target, body);
        }
    }
    if (error) {
        stream_.reset();
        error_ = url_.host + url_.path + target + ": " + error.message();
        error_ += hint_on(error, url_.endpoint.port());
        return std::nullopt;
    }
    constexpr int good = 200;
    if (status_ != good) {
        error_ = url_.host + url_.path + target + ": status " + std::to_string(status_);
        return std::nullopt;
    }
    return body_;
}

std::optional<std::string> Client::get(const std::string& target, Time deadline) {
    return request(http::verb::get, target, "", deadline);
}

std::optional<std::string>
Client::post(const std::string& target, const std::string& body, Time deadline) {
    return request(http::verb::post, target, body, deadline);
}

bool Client::await_server(Time deadline, const std::function<bool()>& has_failed) {
    while (const Error error = connect(deadline)) {
        stream_.reset();
        if (error == asio::error::access_denied || has_failed() ||
            std::chrono::steady_clock::now() + between_attempts >= deadline) {
            error_ =
                url_.host + ": " + error.message() +
                (error == asio::error::access_denied
                     ? hint_on(error, url_.endpoint.port())
                     : "\nhint: the server must listen on the port of its bridge's URL; in its "
                       "command, {port} is replaced by that port");
            return false;
        }
        asio::steady_timer timer(context_, between_attempts);
        wait([&](auto done) { timer.async_wait(done); });
    }
    return true;
}

} // namespace referee::battlesnake::bridge
