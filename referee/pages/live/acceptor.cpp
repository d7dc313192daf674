#include "pages/live/acceptor.hpp"

#include <cerrno>
#include <chrono>
#include <fmt/format.h>
#include <sys/socket.h>
#include <utility>

namespace referee {

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;

constexpr std::chrono::seconds pause_without_descriptors{1};

} // namespace

LiveAcceptor::LiveAcceptor(asio::io_context& io, UniqueFd file, std::function<void(Socket)> take)
    : io_(io), acceptor_(io), timer_(io), take_(std::move(take)) {
    tcp::endpoint bound;
    socklen_t size = static_cast<socklen_t>(bound.capacity());
    ::getsockname(file.get(), bound.data(), &size);
    bound.resize(size);
    const std::string address = bound.address().to_string();
    url_ = fmt::format(
        "http://{}:{}/", bound.address().is_v6() ? "[" + address + "]" : address, bound.port());
    acceptor_.assign(bound.protocol(), file.release());
}

void LiveAcceptor::await() {
    if (is_waiting_) {
        return;
    }
    acceptor_.async_wait(tcp::acceptor::wait_read, [this](const Error& error) {
        is_waiting_ = false;
        if (error != asio::error::operation_aborted) {
            accept();
        }
    });
    is_waiting_ = true;
}

void LiveAcceptor::accept() {
    // Boost.Asio would accept without close-on-exec, and AIs are started at any time.
    UniqueFd file(
        ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!file && errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) {
        pause();
        return;
    }
    if (file) {
        tcp::socket socket(io_);
        socket.assign(acceptor_.local_endpoint().protocol(), file.get());
        file.release(); // only a socket that has been assigned closes it
        take_(std::move(socket));
    }
    await();
}

/// Without descriptors or memory, the next connection waits, and would wake us again at once.
void LiveAcceptor::pause() {
    timer_.expires_after(pause_without_descriptors);
    timer_.async_wait([this](const Error&) {
        is_waiting_ = false;
        await();
    });
    is_waiting_ = true;
}

} // namespace referee
