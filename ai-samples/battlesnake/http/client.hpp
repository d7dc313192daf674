#pragma once

/// A small HTTP client for one server: one request at a time, each with a deadline. Boost.Beast.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/verb.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace referee::battlesnake::bridge {

/// http://HOST[:PORT][/PATH]. The host is a numeric address, or localhost.
struct Url {
    boost::asio::ip::tcp::endpoint endpoint;
    bool is_localhost = false; ///< so it may be [::1] as well as 127.0.0.1
    std::string host;          ///< for the Host header, with the port
    std::string path;          ///< prefix of /start and the others, without a trailing slash
};

/// Throws std::runtime_error that says what a URL must look like.
Url parse_url(const std::string& text);

class Client {
  public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Client(Url url);

    /// The answer's body, or nothing if there was none with status 200 before the deadline; error()
    /// then says why. The connection is kept from request to request; if the server has closed it,
    /// a new one is made. Redirects on this server are followed, and remembered. What servers may
    /// answer is a table in ai-samples/battlesnake/README.md, "What a server may answer".
    std::optional<std::string> get(const std::string& target, Time deadline);
    std::optional<std::string>
    post(const std::string& target, const std::string& body, Time deadline);

    /// Waits until the server accepts connections. False if it doesn't before the deadline, if
    /// `has_failed` says that it never will, or if we may not connect; error() then says why.
    bool await_server(Time deadline, const std::function<bool()>& has_failed);

    /// True if there was a connection for the last request.
    bool was_reached() const { return was_reached_; }
    const std::string& error() const { return error_; }
    bool has_path() const { return !url_.path.empty(); }

  private:
    using Error = boost::system::error_code;
    using Verb = boost::beast::http::verb;

    struct Answer {
        int status = 0;
        std::string reason;
        std::string location;
        std::string encoding;
        std::string body;
    };

    /// Starts an operation and waits for its end.
    template <typename Operation>
    Error wait(Operation operation);
    Error connect(Time deadline);
    void acknowledge_at_once();
    Error exchange(Verb verb, const std::string& path, const std::string& body);
    /// One exchange, over a new connection if there is none or it has been closed.
    Error ask(Verb verb, const std::string& path, const std::string& body, Time deadline);
    std::optional<std::string>
    request(Verb verb, const std::string& target, const std::string& body, Time deadline);
    /// What is wrong with the answer; empty: nothing.
    std::string problem_with_answer() const;

    Url url_;
    boost::asio::io_context context_;
    std::optional<boost::beast::tcp_stream> stream_;
    bool was_reached_ = false;
    std::map<std::string, std::string> moved_; ///< from targets to paths, by redirects
    Answer answer_;
    std::string error_;
};

} // namespace referee::battlesnake::bridge
