#include "match/clock.hpp"

#include <algorithm>

namespace referee {
namespace {

/// For AIs that ask for a preparation in games without one. 0 would mean no limit.
constexpr std::chrono::seconds default_prepare_limit{10};

} // namespace

Clock::Clock(const TimeControl& control, const MatchConfig& config)
    : control_(control), fixed_(config.time_limit),
      is_fischer_(control.is_clock() && !config.time_limit) {
    left_.fill(control.start);
    control_.prepare = config.prepare_limit.value_or(
        control.prepare.count() > 0 ? control.prepare : default_prepare_limit);
}

std::chrono::nanoseconds
Clock::limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const {
    if (is_fischer_) {
        // Never 0, which would mean no limit.
        return std::max<std::chrono::nanoseconds>(left_[seat], std::chrono::milliseconds(1));
    }
    return fixed_ ? *fixed_ : by_field.value_or(control_.per_move);
}

std::chrono::nanoseconds Clock::prepare_limit() const {
    return control_.prepare;
}

void Clock::spend(Seat seat, std::chrono::nanoseconds spent, bool too_late) {
    if (is_fischer_) {
        // After a timeout the clock restarts at the increment. The margin must not make it
        // negative.
        const std::chrono::nanoseconds left =
            too_late ? std::chrono::nanoseconds(0) : left_[seat] - spent;
        left_[seat] = std::max(left, std::chrono::nanoseconds(0)) + control_.increment;
    }
}

} // namespace referee
