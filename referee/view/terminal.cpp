#include "view/terminal.hpp"

#include "process/clock.hpp"
#include "process/interrupt.hpp"
#include "process/print.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

namespace referee {
namespace {

/// Reads single keys without Enter during its lifetime.
class RawKeys {
  public:
    RawKeys() {
        if (::isatty(STDIN_FILENO) != 0 && ::tcgetattr(STDIN_FILENO, &before_) == 0) {
            termios raw = before_;
            raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
            is_set_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
        }
    }
    ~RawKeys() {
        if (is_set_) {
            ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
        }
    }
    RawKeys(const RawKeys&) = delete;
    RawKeys& operator=(const RawKeys&) = delete;

  private:
    termios before_{};
    bool is_set_ = false;
};

/// Waits for a key until the deadline (negative: for ever). False at the deadline.
bool key_until(std::int64_t deadline_ns) {
    const RawKeys raw;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (wait_for(&input, 1, deadline_ns) == 0) {
        return false;
    }
    char key = 0;
    return ::read(STDIN_FILENO, &key, 1) >= 0;
}

} // namespace

bool shows_colours() {
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
}

Screen::Screen(std::chrono::milliseconds delay)
    : delay_(delay), is_terminal_(::isatty(STDOUT_FILENO) != 0) {}

void Screen::show(const std::string& title, const Position& position) {
    const std::string picture = position.render(shows_colours());
    const bool is_drawn_over = is_terminal_ && lines_ > 0;
    print_now(fmt::format(
        "{}{}\n{}", is_drawn_over ? fmt::format("\x1b[{}A\x1b[J", lines_) : "", title, picture));
    lines_ = 1 + static_cast<int>(std::count(picture.begin(), picture.end(), '\n'));
    if (delay_.count() > 0) {
        const std::int64_t deadline = monotonic_ns() + std::chrono::nanoseconds(delay_).count();
        if (::isatty(STDIN_FILENO) != 0) {
            key_until(deadline);
        } else {
            wait_for(nullptr, 0, deadline);
        }
    }
}

void Screen::keep() {
    lines_ = 0;
}

void wait_for_key() {
    key_until(-1);
}

} // namespace referee
