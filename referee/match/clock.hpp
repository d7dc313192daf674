#pragma once

/// The time that each seat has for its answers: a fixed limit, or what is left on a Fischer clock.
/// referee/match/README.md, "Time".

#include "game/game.hpp"
#include "match/config.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>

namespace referee {

class Clock {
  public:
    /// `ais`: the names by seat; those without a limit of their own need none.
    Clock(
        const TimeControl& of_game, const MatchConfig& config,
        std::span<const std::string_view> ais = {});

    /// The time limit of the seat's next answer; 0: no limit. `by_field` is the field's limit for
    /// the turn.
    std::chrono::nanoseconds
    limit(Seat seat, std::optional<std::chrono::milliseconds> by_field) const;
    /// The time limit of the preparation.
    std::chrono::nanoseconds prepare_limit() const;
    /// Call this after each answer with the time it took and whether it came too late.
    void spend(Seat seat, std::chrono::nanoseconds spent, bool too_late);
    /// True if the seat has a Fischer clock. match.dat then shows the time left.
    bool is_running(Seat seat) const { return is_fischer_ && !fixed_[seat]; }

  private:
    TimeControl control_;
    std::array<std::optional<std::chrono::milliseconds>, max_seats + 1> fixed_{};
    bool is_fischer_;
    std::array<std::chrono::nanoseconds, max_seats + 1> left_{};
};

} // namespace referee
