#pragma once

/// The time that a seat has for its answers: referee/match/README.md, "Time".

#include "game.hpp"
#include "match/config.hpp"

#include <array>
#include <chrono>

namespace referee {

class Clock {
  public:
    Clock(const TimeControl& control, const MatchConfig& config);

    /// The time limit of the seat's next answer; 0: no limit. `by_field` is the field's limit for
    /// the turn.
    std::chrono::nanoseconds
    limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const;
    /// The time limit of the preparation.
    std::chrono::nanoseconds prepare_limit() const;
    /// Call this after each answer with the time it took and whether it came too late.
    void spend(Seat seat, std::chrono::nanoseconds spent, bool too_late);
    /// True if a Fischer clock runs. match.dat then shows the time left.
    bool is_running() const { return is_fischer_; }

  private:
    TimeControl control_;
    std::optional<std::chrono::milliseconds> fixed_;
    bool is_fischer_;
    std::array<std::chrono::nanoseconds, max_seats + 1> left_{};
};

} // namespace referee
