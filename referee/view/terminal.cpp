#include "view/terminal.hpp"

#include "process/clock.hpp"
#include "process/interrupt.hpp"
#include "process/print.hpp"
#include "view/keys.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {

bool shows_colours() {
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
}

int terminal_columns() {
    constexpr int usual = 80;
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

int terminal_rows(std::string_view text, int columns) {
    int rows = 0;
    int width = 0;
    bool is_colour = false; // within ESC [ … m
    for (const char sign : text) {
        if (sign == '\n') {
            rows += std::max(1, (width + columns - 1) / columns);
            width = 0;
        } else if (is_colour || sign == '\x1b') {
            is_colour = sign != 'm';
        } else if ((static_cast<unsigned char>(sign) & 0xc0U) != 0x80U) {
            ++width;
        }
    }
    return rows;
}

Screen::Screen(std::chrono::milliseconds delay)
    : delay_(delay), is_terminal_(::isatty(STDOUT_FILENO) != 0) {}

void Screen::show(const std::string& title, const Position& position) {
    const std::string text = fmt::format("{}\n{}", title, position.render(shows_colours()));
    const bool is_drawn_over = is_terminal_ && rows_ > 0;
    print_now((is_drawn_over ? fmt::format("\x1b[{}A\x1b[J", rows_) : "") + text);
    rows_ = terminal_rows(text, terminal_columns());
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
    rows_ = 0;
}

void wait_for_key() {
    const RawKeys raw;
    read_key(-1);
}

} // namespace referee
