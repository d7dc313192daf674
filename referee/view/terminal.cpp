#include "view/terminal.hpp"

#include "process/clock.hpp"
#include "process/interrupt.hpp"
#include "process/print.hpp"
#include "view/keys.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace referee {

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
            const RawKeys raw;
            read_key(deadline);
        } else {
            wait_for(nullptr, 0, deadline);
        }
    }
}

void Screen::keep() {
    lines_ = 0;
}

void wait_for_key() {
    const RawKeys raw;
    read_key(-1);
}

} // namespace referee
