#include "view/keys.hpp"

#include "process/interrupt.hpp"

#include <poll.h>
#include <unistd.h>

namespace referee {

namespace {

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

} // namespace

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

} // namespace referee
