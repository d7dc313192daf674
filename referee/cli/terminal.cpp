#include "cli/terminal.hpp"

#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/output.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace referee {

// Single keys from the terminal, without Enter.

namespace {

/// Reads single keys during its lifetime, if standard input is a terminal.
class RawKeys {
  public:
    RawKeys();
    ~RawKeys();
    RawKeys(const RawKeys&) = delete;
    RawKeys& operator=(const RawKeys&) = delete;

  private:
    termios before_{};
    bool is_set_ = false;
};

enum class Key {
    none, ///< no key until the deadline
    other,
    left,
    right,
    space,
    quit, ///< q
    end   ///< standard input has ended
};

/// A byte of standard input; 0 at its end.
char next_byte() {
    char byte = '\0';
    return ::read(STDIN_FILENO, &byte, 1) == 1 ? byte : '\0';
}

/// The key after Escape: an arrow key is sent as one sequence, "Escape [ D" or "Escape O D". The
/// key Escape alone is followed by nothing.
Key read_sequence() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) <= 0) {
        return Key::other;
    }
    const char kind = next_byte();
    if (kind != '[' && kind != 'O') {
        return Key::other;
    }
    const char key = next_byte();
    return key == 'D' ? Key::left : key == 'C' ? Key::right : Key::other;
}

RawKeys::RawKeys() {
    if (::isatty(STDIN_FILENO) != 0 && ::tcgetattr(STDIN_FILENO, &before_) == 0) {
        termios raw = before_;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        is_set_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
    }
}

RawKeys::~RawKeys() {
    if (is_set_) {
        ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
}

/// Waits for a key until the deadline (negative: forever). Needs a RawKeys. Throws Interrupted.
Key read_key(std::int64_t deadline_ns) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (wait_for(&input, 1, deadline_ns) == 0) {
        return Key::none;
    }
    const char key = next_byte();
    if (key == '\x1b') {
        return read_sequence();
    }
    return key == '\0' ? Key::end : key == ' ' ? Key::space : key == 'q' ? Key::quit : Key::other;
}

} // namespace

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
    for (const char character : text) {
        if (character == '\n') {
            rows += std::max(1, (width + columns - 1) / columns);
            width = 0;
        } else if (is_colour || character == '\x1b') {
            is_colour = character != 'm';
        } else if ((static_cast<unsigned char>(character) & 0xc0U) != 0x80U) {
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

namespace {

constexpr std::string_view help = "left, right: step   space: pause, continue   q: quit\n";

} // namespace

bool play_frames(
    const std::vector<Frame>& frames, std::size_t first, std::chrono::milliseconds delay,
    bool is_paused) {
    const RawKeys raw;
    int drawn = 0; // rows that the next picture overwrites
    for (std::size_t at = first; at < frames.size();) {
        const std::string text = frames[at].text + std::string(help);
        print_now((drawn > 0 ? fmt::format("\x1b[{}A\x1b[J", drawn) : "") + text);
        drawn = terminal_rows(text, terminal_columns());
        const std::int64_t deadline =
            is_paused ? -1 : monotonic_ns() + std::chrono::nanoseconds(delay).count();
        switch (read_key(deadline)) {
        case Key::left:
            is_paused = true;
            at -= at > 0 ? 1 : 0;
            break;
        case Key::right:
            is_paused = true;
            at += at + 1 < frames.size() ? 1 : 0;
            break;
        case Key::space:
            is_paused = !is_paused;
            break;
        case Key::quit:
            return false;
        case Key::end:
        case Key::none:
        case Key::other:
            ++at;
            break;
        }
    }
    return true;
}

} // namespace referee
