#include "process/print.hpp"

#include "process/interrupt.hpp"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <exception>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace referee {

void write_when_taken(int file, std::string_view text) {
    while (!text.empty()) {
        pollfd event{file, POLLOUT, 0};
        // Even after a signal, anything that can be written without waiting is written.
        if (::poll(&event, 1, 0) == 0) {
            wait_for(&event, 1, -1);
        }
        // A pipe that is ready accepts this much without blocking.
        const ssize_t count = ::write(file, text.data(), text.substr(0, PIPE_BUF).size());
        if (count < 0 && errno != EINTR && errno != EAGAIN) {
            throw std::system_error(errno, std::generic_category(), "output can't be written");
        }
        text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

void print_now(std::string_view text) {
    try {
        if (std::fflush(stdout) != 0) {
            throw std::system_error(errno, std::generic_category(), "output can't be written");
        }
        write_when_taken(STDOUT_FILENO, text);
    } catch (const std::system_error& problem) {
        if (problem.code().value() == EIO) {
            await_own_signal(); // the terminal has closed; its SIGHUP follows
        }
        throw;
    }
}

void print_message(std::string_view text) noexcept {
    try {
        write_when_taken(STDERR_FILENO, text);
    } catch (const std::exception&) {
        return; // a signal that has come ends the next wait
    }
}

} // namespace referee
