#include "support/net/raw_server.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace tests {
namespace {

/// False at the end of the connection or of the server.
bool receive(int connection, int stop, std::string& text) {
    std::array<pollfd, 2> events{{{connection, POLLIN, 0}, {stop, POLLIN, 0}}};
    std::array<char, 65536> bytes{};
    if (::poll(events.data(), events.size(), -1) <= 0 || events[1].revents != 0) {
        return false;
    }
    const ssize_t count = ::recv(connection, bytes.data(), bytes.size(), 0);
    text.append(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    return count > 0;
}

/// Takes a request from the text; false if it isn't whole yet.
bool take(std::string& text, RawRequest& request) {
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) {
        return false;
    }
    std::string head = text.substr(0, end + 2);
    std::transform(head.begin(), head.end(), head.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    constexpr std::string_view length = "\r\ncontent-length: ";
    const std::size_t at = head.find(length);
    const std::size_t size =
        at == std::string::npos ? 0 : std::stoul(head.substr(at + length.size()));
    if (text.size() < end + 4 + size) {
        return false;
    }
    const std::size_t space = text.find(' ');
    request = {
        text.substr(0, space),
        text.substr(space + 1, text.find(' ', space + 1) - space - 1),
        std::move(head),
        text.substr(end + 4, size),
    };
    text.erase(0, end + 4 + size);
    return true;
}

} // namespace

std::string
http_answer(const std::string& body, const std::string& status, const std::string& more_lines) {
    return "HTTP/1.1 " + status + "\r\n" + more_lines +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

RawServer::RawServer(Behaviour behaviour, bool is_ipv6) : behaviour_(std::move(behaviour)) {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    six.sin6_addr = in6addr_loopback;
    sockaddr_in four{};
    four.sin_family = AF_INET;
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const address =
        is_ipv6 ? reinterpret_cast<sockaddr*>(&six) : reinterpret_cast<sockaddr*>(&four);
    socklen_t size = is_ipv6 ? sizeof six : sizeof four;
    listener_ = ::socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    std::array<int, 2> pipe{};
    if (::bind(listener_, address, size) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, address, &size) != 0 || ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        ::close(listener_);
        throw std::runtime_error("a server can't listen on this machine");
    }
    port_ = ntohs(is_ipv6 ? six.sin6_port : four.sin_port);
    stop_ = pipe[0];
    stop_write_ = pipe[1];
    acceptor_ = std::thread([this] { serve(); });
}

RawServer::~RawServer() {
    ::close(stop_write_);
    acceptor_.join();
    for (std::thread& connection : connections_) {
        connection.join();
    }
    ::close(stop_);
    ::close(listener_);
}

std::vector<std::string> RawServer::asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
}

void RawServer::serve() {
    for (;;) {
        std::array<pollfd, 2> events{{{listener_, POLLIN, 0}, {stop_, POLLIN, 0}}};
        if (::poll(events.data(), events.size(), -1) <= 0 || events[1].revents != 0) {
            return;
        }
        const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection >= 0) {
            connections_.emplace_back([this, connection] { serve(connection); });
        }
    }
}

void RawServer::serve(int connection) {
    std::string text;
    RawRequest request;
    bool is_open = true;
    while (is_open) {
        if (!take(text, request)) {
            is_open = receive(connection, stop_, text);
            continue;
        }
        {
            const std::lock_guard lock(mutex_);
            asked_.push_back(request.method + " " + request.target);
        }
        const RawAnswer answer = behaviour_(request);
        for (const std::string& piece : answer.pieces) {
            is_open = is_open && ::send(connection, piece.data(), piece.size(), MSG_NOSIGNAL) ==
                                     static_cast<ssize_t>(piece.size());
        }
        is_open = is_open && !answer.closes;
    }
    ::close(connection);
}

} // namespace tests
