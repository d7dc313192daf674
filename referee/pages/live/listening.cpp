#include "pages/live/listening.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <sys/socket.h>
#include <system_error>

namespace referee {

namespace {

using tcp = boost::asio::ip::tcp;

/// A socket that listens, or none and errno. AIs must not inherit it.
UniqueFd listening(const tcp::endpoint& endpoint) {
    UniqueFd file(
        ::socket(endpoint.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    constexpr int yes = 1;
    if (file &&
        (::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
         ::bind(file.get(), endpoint.data(), static_cast<socklen_t>(endpoint.size())) != 0 ||
         ::listen(file.get(), SOMAXCONN) != 0)) {
        const int error = errno;
        file.reset();
        errno = error;
    }
    return file;
}

[[noreturn]] void refuse(const LiveListen& listen, int error) {
    const std::string text = std::generic_category().message(error);
    if (error == EADDRINUSE && !listen.takes_next) {
        throw UserError(fmt::format(
            "--watch: port {} is taken; name another, or none for the next free one", listen.port));
    }
    throw UserError(fmt::format(
        "--watch: can't listen on {} port {} ({}); name another address or port", listen.address,
        listen.port, text));
}

} // namespace

UniqueFd listening_on(const LiveListen& listen) {
    boost::system::error_code wrong;
    const boost::asio::ip::address address = boost::asio::ip::make_address(listen.address, wrong);
    if (wrong) {
        throw UserError(fmt::format(
            "--watch {}: not a numeric address; write e.g. 0.0.0.0:8009", listen.address));
    }
    int error = EADDRINUSE;
    const int tries = listen.takes_next ? max_next_ports : 0;
    for (int offset = 0; offset <= tries && listen.port + offset <= 65535; ++offset) {
        const int port = listen.port + offset;
        if (std::find(listen.avoided_ports.begin(), listen.avoided_ports.end(), port) !=
            listen.avoided_ports.end()) {
            if (!listen.takes_next) {
                throw UserError(fmt::format(
                    "--watch: an AI may use port {} and could read the page; name another", port));
            }
            continue;
        }
        UniqueFd file = listening({address, static_cast<std::uint16_t>(port)});
        if (file) {
            return file;
        }
        error = errno;
        if (error != EADDRINUSE) {
            break;
        }
    }
    refuse(listen, error);
}

} // namespace referee
