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

constexpr int max_redirects = 5;
constexpr std::size_t max_shown = 60;

bool is_of_http(boost::system::error_code error) {
    return error.category() == http::make_error_code(http::error::bad_version).category();
}

/// True for bytes that don't begin an answer in HTTP, as an alert of TLS. The parser waits for
/// more.
bool is_foreign(const beast::flat_buffer& buffer) {
    const std::string_view bytes(
        static_cast<const char*>(buffer.data().data()), buffer.data().size());
    constexpr std::string_view begin = "HTTP/";
    return !bytes.empty() && bytes.substr(0, begin.size()) != begin.substr(0, bytes.size());
}

/// A line for the bridge's user; empty if the error needs none.
std::string hint_on(boost::system::error_code error, int port) {
    if (error == asio::error::connection_refused) {
        return "\nhint: start the server before the match, or name its address in ai.ini "
               "(http://[::1]:" +
               std::to_string(port) +
               " for one that listens there only); in --confine strict, let the bridge start it "
               "(command = bridge URL -- COMMAND)";
    }
    if (error == asio::error::access_denied) {
        return "\nhint: port " + std::to_string(port) +
               " isn't allowed: add it to 'network' in ai.ini, and play with --allow-network "
               "NAME";
    }
    if (error == beast::error::timeout) {
        return "\nhint: the server must answer within the limit";
    }
    if (error == http::error::body_limit || error == http::error::header_limit) {
        return "\nhint: an answer may have 64 KiB, and its header 8 KiB";
    }
    if (error == http::error::end_of_stream || error == http::error::partial_message ||
        error == asio::error::connection_reset) {
        return "\nhint: the server has closed the connection before the end of its answer; its own "
               "log may say why";
    }
    return is_of_http(error) ? "\nhint: the server must answer in HTTP/1.1 or 1.0; this is "
                               "something else, perhaps https or HTTP/2"
                             : "";
}

/// A line for the bridge's user; empty if the status needs none.
std::string hint_on_status(int status, const std::string& host) {
    constexpr int bad_request = 400;
    constexpr int forbidden = 403;
    constexpr int not_found = 404;
    constexpr int not_allowed = 405;
    constexpr int misdirected = 421;
    constexpr int server_error = 500;
    switch (status) {
    case bad_request:
    case forbidden:
    case misdirected:
        return "\nhint: the bridge asks for the host " + host +
               "; a server that checks the host must allow it";
    case not_found:
    case not_allowed:
        return "\nhint: the server needs POST /start, /move and /end; if they have a path before "
               "them, add it to the URL in ai.ini";
    default:
        return status >= server_error
                   ? "\nhint: the server's own log should say why"
                   : "\nhint: the answer to /move needs status 200, and {\"move\": \"up\"} as its body";
    }
}

bool is_redirect(int status) {
    constexpr int moved = 301;
    constexpr int see_other = 303;
    constexpr int temporary = 307;
    constexpr int permanent = 308;
    return (status >= moved && status <= see_other) || status == temporary || status == permanent;
}

/// With the path as it is. Throws std::runtime_error.
Url parse_address(const std::string& text) {
    const auto refuse = [&text](const std::string& why) {
        throw std::runtime_error(
            "'" + text + "' is no URL for this bridge" + why +
            "\nhint: write http://127.0.0.1:PORT, or with a path after it");
    };
    constexpr std::string_view scheme = "http://";
    if (text.rfind(scheme, 0) != 0) {
        refuse(
            text.rfind("https://", 0) == 0
                ? ": it doesn't speak https, so the server must listen without it"
                : "");
    }
    if (text.find_first_of("?# ") != std::string::npos) {
        refuse(": it can't have a question mark, a hash or a space");
    }
    const std::string rest = text.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    Url url;
    url.host = rest.substr(0, slash);
    url.path = slash == std::string::npos ? "" : rest.substr(slash);
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
            refuse("");
        }
    }
    if (name.size() > 2 && name.front() == '[' && name.back() == ']') {
        name = name.substr(1, name.size() - 2);
    }
    url.is_localhost = name == "localhost";
    boost::system::error_code failed;
    const auto address = asio::ip::make_address(url.is_localhost ? "127.0.0.1" : name, failed);
    if (failed) {
        refuse(": in the box no names are looked up, but localhost");
    }
    url.endpoint = {address, port};
    return url;
}

/// The path on the server `url` to which a request for `path` is sent on; nothing if that is
/// another server.
std::optional<std::string>
redirected(const Url& url, const std::string& path, const std::string& location) {
    if (location.rfind("http://", 0) == 0) {
        try {
            const Url other = parse_address(location);
            const bool is_same = other.host == url.host || other.endpoint == url.endpoint;
            return is_same ? std::optional(other.path.empty() ? "/" : other.path) : std::nullopt;
        } catch (const std::runtime_error&) { // a name, or a query
            return std::nullopt;
        }
    }
    if (location.empty() || location.rfind("//", 0) == 0 ||
        location.find(':') < location.find('/')) {
        return std::nullopt;
    }
    return location[0] == '/' ? location : path.substr(0, path.rfind('/') + 1) + location;
}

} // namespace

Url parse_url(const std::string& text) {
    Url url = parse_address(text);
    while (!url.path.empty() && url.path.back() == '/') {
        url.path.pop_back();
    }
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
    const auto try_endpoint = [&] {
        stream_.emplace(context_);
        stream_->expires_at(deadline);
        return wait([&](auto done) { stream_->async_connect(url_.endpoint, done); });
    };
    Error error = try_endpoint();
    // A server that listens on "localhost" has one of the two addresses, often [::1] only.
    if (error == asio::error::connection_refused && url_.is_localhost) {
        const asio::ip::tcp::endpoint first = url_.endpoint;
        url_.endpoint.address(
            first.address().is_v4() ? asio::ip::address(asio::ip::address_v6::loopback())
                                    : asio::ip::address(asio::ip::address_v4::loopback()));
        if (try_endpoint()) {
            url_.endpoint = first;
        } else {
            error = {};
        }
    }
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

Client::Error Client::exchange(Verb verb, const std::string& path, const std::string& body) {
    constexpr int version = 11;
    http::request<http::string_body> request{verb, path, version};
    request.set(http::field::host, url_.host);
    request.set(http::field::user_agent, "referee-bridge");
    request.set(http::field::accept, "application/json");
    request.set(http::field::accept_encoding, "identity");
    request.keep_alive(true);
    if (verb == Verb::post) {
        request.set(http::field::content_type, "application/json");
        request.body() = body;
    }
    request.prepare_payload();
    Error error = wait([&](auto done) { http::async_write(*stream_, request, done); });
    if (error) {
        return error;
    }
    beast::flat_buffer buffer;
    std::optional<http::response_parser<http::string_body>> parser;
    const auto is_only_announced = [&] { // 100 Continue, 103 Early Hints
        constexpr int switching = 101;
        constexpr int first_final = 200;
        const int status = static_cast<int>(parser->get().result_int());
        return status < first_final && status != switching;
    };
    do {
        parser.emplace();
        // The parser's body_limit isn't enough: Boost 1.74 accepts a Content-Length beyond it.
        while (!parser->is_done()) {
            acknowledge_at_once();
            error =
                wait([&](auto done) { http::async_read_some(*stream_, buffer, *parser, done); });
            if (!error && parser->get().body().size() > max_answer) {
                error = http::error::body_limit;
            }
            if (error == http::error::partial_message && !parser->is_header_done() &&
                is_foreign(buffer)) {
                error = http::error::bad_version;
            }
            if (error) {
                return error;
            }
        }
    } while (is_only_announced());
    auto& response = parser->get();
    const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
    answer_.status = static_cast<int>(response.result_int());
    answer_.reason = text(response.reason());
    answer_.location = text(response[http::field::location]);
    answer_.encoding = text(response[http::field::content_encoding]);
    answer_.body = std::move(response.body());
    // Bytes after the answer would be taken for the beginning of the next one.
    if (!response.keep_alive() || buffer.size() > 0) {
        stream_.reset();
    }
    return {};
}

Client::Error
Client::ask(Verb verb, const std::string& path, const std::string& body, Time deadline) {
    const bool was_open = stream_.has_value();
    Error error;
    if (was_open) {
        stream_->expires_at(deadline);
    } else {
        error = connect(deadline);
    }
    if (!error) {
        error = exchange(verb, path, body);
    }
    // A server may close an idle connection; that shows only now, and is no failure.
    const bool is_closed = error == http::error::end_of_stream || error == asio::error::eof ||
                           error == asio::error::connection_reset ||
                           error == asio::error::connection_aborted ||
                           error == asio::error::broken_pipe;
    if (was_open && is_closed) {
        error = connect(deadline);
        if (!error) {
            error = exchange(verb, path, body);
        }
    }
    if (error) {
        stream_.reset();
    }
    return error;
}

std::string Client::problem_with_answer() const {
    constexpr int good = 200;
    if (is_redirect(answer_.status)) {
        return ": status " + std::to_string(answer_.status) + ", a redirect to " +
               (answer_.location.empty() ? "nowhere" : answer_.location.substr(0, max_shown)) +
               "\nhint: redirects are followed on the same server, at most " +
               std::to_string(max_redirects) +
               ", and not with status 303; write the final address into ai.ini";
    }
    if (answer_.status != good) {
        const std::string shown = answer_.body.substr(0, answer_.body.find_first_of("\r\n"));
        return ": status " + std::to_string(answer_.status) +
               (answer_.reason.empty() ? "" : " " + answer_.reason.substr(0, max_shown)) +
               (shown.empty() ? "" : ": " + shown.substr(0, max_shown)) +
               hint_on_status(answer_.status, url_.host);
    }
    constexpr std::string_view gzip_begins = "\x1f\x8b";
    const bool is_plain = answer_.encoding.empty() || answer_.encoding == "identity";
    if (!is_plain || answer_.body.rfind(gzip_begins, 0) == 0) {
        return ": the answer is compressed (" +
               (is_plain ? "gzip" : answer_.encoding.substr(0, max_shown)) +
               "), which nobody asked for\nhint: switch the server's compression off";
    }
    return "";
}

std::optional<std::string>
Client::request(Verb verb, const std::string& target, const std::string& body, Time deadline) {
    const auto known = moved_.find(target);
    std::string path = known == moved_.end() ? url_.path + target : known->second;
    for (int redirects = 0;; ++redirects) {
        if (const Error error = ask(verb, path, body, deadline)) {
            error_ = url_.host + path + ": " + error.message();
            error_ += hint_on(error, url_.endpoint.port());
            return std::nullopt;
        }
        constexpr int see_other = 303; // would make a GET of a POST
        if (!is_redirect(answer_.status) || redirects == max_redirects ||
            (answer_.status == see_other && verb != Verb::get)) {
            break;
        }
        const std::optional<std::string> next = redirected(url_, path, answer_.location);
        if (!next) {
            break;
        }
        path = *next;
        moved_[target] = path;
    }
    const std::string problem = problem_with_answer();
    if (!problem.empty()) {
        moved_.erase(target);
        error_ = url_.host + path + problem;
        return std::nullopt;
    }
    return answer_.body;
}

std::optional<std::string> Client::get(const std::string& target, Time deadline) {
    return request(Verb::get, target, "", deadline);
}

std::optional<std::string>
Client::post(const std::string& target, const std::string& body, Time deadline) {
    return request(Verb::post, target, body, deadline);
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
