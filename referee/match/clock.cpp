#include "match/clock.hpp"

#include "match/limits.hpp"

#include <algorithm>
#include <cstddef>

namespace referee {

Clock::Clock(
    const TimeControl& of_game, const MatchConfig& config, std::span<const std::string_view> ais)
    : control_(config.clock.value_or(of_game)), is_fischer_(config.has_clock(of_game)) {
    left_.fill(control_.start);
    fixed_.fill(config.time_limit);
    for (std::size_t i = 0; i < ais.size(); ++i) {
        fixed_[i + 1] = config.fixed_limit(ais[i]);
    }
    control_.prepare = config.prepare_limit.value_or(
        of_game.prepare.count() > 0 ? of_game.prepare : default_prepare_limit);
}

std::chrono::nanoseconds
Clock::limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const {
    if (is_running(seat)) {
        // Never 0, which would mean no limit.
        return std::max<std::chrono::nanoseconds>(left_[seat], std::chrono::milliseconds(1));
    }
    return fixed_[seat] ? *fixed_[seat] : by_field.value_or(control_.per_move);
}

std::chrono::nanoseconds Clock::prepare_limit() const {
    return control_.prepare;
}

void Clock::spend(Seat seat, std::chrono::nanoseconds spent, bool too_late) {
    if (is_running(seat)) {
        // After a timeout the clock restarts at the increment. The margin must not make it
        // negative.
        const std::chrono::nanoseconds left =
            too_late ? std::chrono::nanoseconds(0) : left_[seat] - spent;
        left_[seat] = std::max(left, std::chrono::nanoseconds(0)) + control_.increment;
    }
}

} // namespace referee
