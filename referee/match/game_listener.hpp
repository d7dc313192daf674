#pragma once

/// What a match reports while it is played. The record implements it, and through the record the
/// pages.

#include "game/game.hpp"
#include "match/result.hpp"
#include "match/run.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct Contestant;
struct LoadedField;
struct MatchConfig;

/// Callbacks for watching a game in progress.
struct GameWatcher {
    /// Called after each visible step, also within a turn.
    std::function<void(const Position&)> step;
    /// Called after each fault.
    std::function<void(const FaultNote&)> fault;
};

/// A run of a player, and what came of it.
struct MoveEntry {
    int turn = 0;
    Seat seat = 1;
    Phase phase = Phase::move;
    std::chrono::nanoseconds limit{0}; ///< as given in match.dat
    const Run& run;
    const Effect& effect;
    std::string_view errors; ///< standard error; its end is recorded with a fault
    std::string state;       ///< on the turn's last line the hash after the turn, else empty
};

class GameListener {
  public:
    virtual ~GameListener() = default;
    /// `by_seat`: who plays. `number`: of the game in the match, from 1.
    virtual void begin_game(
        const LoadedField& field, const std::vector<const Contestant*>& by_seat, int number,
        const MatchConfig& config) = 0;
    virtual void move(const MoveEntry& entry) = 0;
    /// `state`: hash of the state at the end.
    virtual void result(const Ending& ending, const std::string& state) = 0;
    /// The game that was begun last doesn't count.
    virtual void drop_game() = 0;
};

} // namespace referee
