#include "commands/turn_line.hpp"

#include "process/clock.hpp"
#include "process/print.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace referee {

TurnLine::TurnLine(bool is_wanted) : is_wanted_(is_wanted && ::isatty(STDERR_FILENO) != 0) {}

void TurnLine::begin() {
    due_ns_ = monotonic_ns() + 2 * second_ns;
}

void TurnLine::show(int game, int turn) {
    const std::int64_t now = monotonic_ns();
    if (is_wanted_ && now >= due_ns_) {
        print_message(fmt::format("\r\033[Kgame {}, turn {}", game, turn));
        due_ns_ = now + second_ns / 4;
        is_shown_ = true;
    }
}

void TurnLine::clear() {
    if (is_shown_) {
        print_message("\r\033[K");
        is_shown_ = false;
    }
}

} // namespace referee
