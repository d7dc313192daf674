#include "support/net/web_socket.hpp"

#include "support/net/http_client.hpp"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace tests {

WebSocket::WebSocket(int port) : socket_(connected_socket(port)) {}

WebSocket::~WebSocket() {
    if (socket_ >= 0) {
        ::close(socket_);
    }
}

WebSocket::WebSocket(WebSocket&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), unread_(std::move(other.unread_)) {}

int WebSocket::get(std::string_view target) {
    return ask(target, "");
}

int WebSocket::upgrade(std::string_view target) {
    // The key of RFC 6455, section 1.3.
    return ask(
        target, "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
}

int WebSocket::ask(std::string_view target, std::string_view more) {
    std::string request = "GET ";
    request.append(target).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n").append(more).append("\r\n");
    if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) < 0) {
        return 0;
    }
    std::size_t end = 0;
    while ((end = unread_.find("\r\n\r\n")) == std::string::npos) {
        if (!receive_more(socket_, unread_)) {
            return 0;
        }
    }
    constexpr std::string_view version = "HTTP/1.1 ";
    constexpr std::string_view length = "Content-Length: ";
    const std::string head = take(end + 4);
    if (const std::size_t at = head.find(length); at != std::string::npos) {
        take(std::stoul(head.substr(at + length.size())));
    }
    return std::stoi(head.substr(version.size()));
}

std::string WebSocket::take(std::size_t count) {
    while (unread_.size() < count) {
        if (!receive_more(socket_, unread_)) {
            return "";
        }
    }
    std::string bytes = unread_.substr(0, count);
    unread_.erase(0, count);
    return bytes;
}

// RFC 6455, section 5.2: a byte for the kind, one for the length, which a server doesn't mask.
std::string WebSocket::receive() {
    constexpr unsigned char closing = 0x88;
    constexpr unsigned char whole_text = 0x81;
    constexpr std::size_t length_of_two = 126;
    constexpr std::size_t length_of_eight = 127;
    const std::string head = take(2);
    if (head.empty() || static_cast<unsigned char>(head[0]) == closing) {
        return "";
    }
    if (static_cast<unsigned char>(head[0]) != whole_text) {
        throw std::runtime_error("a message that isn't one frame of text");
    }
    std::size_t length = static_cast<unsigned char>(head[1]);
    if (length >= length_of_two) {
        const std::string bytes = take(length == length_of_eight ? 8 : 2);
        length = 0;
        for (const char byte : bytes) {
            length = length << 8U | static_cast<unsigned char>(byte);
        }
    }
    return take(length);
}

void WebSocket::send(std::string_view message) {
    constexpr unsigned char text = 0x81;
    constexpr unsigned char masked = 0x80;
    std::string frame;
    frame += static_cast<char>(text);
    frame += static_cast<char>(masked | message.size());
    frame.append(4, '\0'); // a mask that changes nothing
    frame.append(message);
    if (::send(socket_, frame.data(), frame.size(), MSG_NOSIGNAL) < 0) {
        throw std::runtime_error("sending a message");
    }
}

bool WebSocket::is_closed() {
    while (receive_more(socket_, unread_)) {
    }
    return true;
}

bool WebSocket::is_open() const {
    char byte = 0;
    const ssize_t count = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count > 0 || (count < 0 && errno == EAGAIN);
}

} // namespace tests
