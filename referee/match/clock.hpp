#pragma once

/// The time a seat has for its answers; spec: protocol.md, "Time", and the games' pages.

#include "game.hpp"
#include "match/config.hpp"

#include <array>
#include <chrono>

namespace referee {

class Clock {
  public:
    Clock(const TimeControl& control, const MatchConfig& config);

    /// Time for the seat's next answer, 0 for none. `by_field` is the field's limit for the turn.
    std::chrono::nanoseconds
    limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const;
    /// Time for the preparation.
    std::chrono::nanoseconds prepare_limit() const;
    /// To be told after each answer: what it took, and whether it came too late.
    void spend(Seat seat, std::chrono::nanoseconds spent, bool too_late);
    /// True if a Fischer clock runs: then match.dat tells what is left.
    bool is_running() const { return is_fischer_; }

  private:
    TimeControl control_;
    std::optional<std::chrono::milliseconds> fixed_;
    bool is_fischer_;
    std::array<std::chrono::nanoseconds, max_seats + 1> left_{};
};

} // namespace referee
