#include "support/net/http_client.hpp"

#include "support/processes.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tests {

int connected_socket(int port, int receive_buffer) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_buffer > 0) {
        ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
        ::close(socket);
        throw std::runtime_error("connecting to port " + std::to_string(port));
    }
    return socket;
}

bool receive_more(int socket, std::string& text) {
    constexpr int limit_ms = 120'000;
    pollfd event{socket, POLLIN, 0};
    if (::poll(&event, 1, limit_ms) != 1) {
        throw std::runtime_error("nothing came from the server");
    }
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return count > 0;
}

HttpClient::HttpClient(int port, int receive_buffer)
    : socket_(connected_socket(port, receive_buffer)) {}

HttpClient::~HttpClient() {
    ::close(socket_);
}

void HttpClient::send(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

const std::string& HttpClient::read_until(std::string_view text) {
    while (read_.find(text) == std::string::npos && receive_more(socket_, read_)) {
    }
    return read_;
}

std::string http_get(const std::string& target, const std::string& more, const std::string& host) {
    return "GET " + target + " HTTP/1.1\r\nHost: " + (host.empty() ? "127.0.0.1" : host) + "\r\n" +
           more + "\r\n";
}

int status_of(const std::string& response) {
    constexpr std::string_view version = "HTTP/1.1 ";
    return response.starts_with(version) ? std::atoi(response.c_str() + version.size()) : 0;
}

WatchedRun::WatchedRun(const std::vector<std::string>& command, const std::string& folder)
    : folder_(folder) {
    const auto open_new = [&](const char* name) {
        return ::open(
            (folder_ + "/" + name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    };
    const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int out = open_new("out");
    const int err = open_new("err");
    std::vector<std::string> whole{referee_path()};
    whole.insert(whole.end(), command.begin(), command.end());
    pid_ = start_with(whole, {null, out, err}, true);
    ::close(null);
    ::close(out);
    ::close(err);
    constexpr std::string_view line = "watch: http://";
    const bool has_line = comes_true([&] {
        const std::string text = this->err();
        const std::size_t at = text.find(line);
        return at != std::string::npos && text.find('\n', at) != std::string::npos;
    });
    if (!has_line) {
        throw std::runtime_error("no address was printed: " + this->err());
    }
    const std::string text = this->err();
    const std::size_t begin = text.find(line);
    port_ = std::atoi(text.c_str() + text.rfind(':', text.find('\n', begin)) + 1);
}

WatchedRun::~WatchedRun() {
    if (pid_ > 0) {
        ::kill(pid_, SIGTERM);
        finish();
    }
}

std::string WatchedRun::events() const {
    HttpClient client(port_);
    client.send(http_get("/"));
    const std::string& page = client.read_all();
    const std::size_t begin = page.find("/events/");
    if (begin == std::string::npos) {
        throw std::runtime_error("the page names no events");
    }
    return page.substr(begin, page.find('"', begin) - begin);
}

int WatchedRun::finish() {
    const int status = exit_within(pid_);
    pid_ = -1;
    return status;
}

GatedAi::GatedAi(const TemporaryFolder& folder, const std::string& name, const std::string& program)
    : path_(folder / name) {
    const std::string pipe = folder / (name + ".pipe");
    // Open for both, so that lines wait there for whoever reads, and no reader sees an end.
    if (::mkfifo(pipe.c_str(), 0666) != 0 || ::chmod(pipe.c_str(), 0666) != 0 ||
        (pipe_ = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC)) < 0) {
        throw std::runtime_error("making a named pipe");
    }
    write_script(path_, "#!/bin/sh\nread line < " + pipe + "\nexec " + program + "\n");
}

GatedAi::~GatedAi() {
    ::close(pipe_);
}

void GatedAi::allow(int moves) const {
    std::string lines;
    for (int i = 0; i < moves; ++i) {
        lines += "\n";
    }
    if (::write(pipe_, lines.data(), lines.size()) != static_cast<ssize_t>(lines.size())) {
        throw std::runtime_error("letting an AI move");
    }
}

} // namespace tests
