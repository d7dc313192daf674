#pragma once

/// Plays one game: asks the AIs turn by turn and applies the rules. Knows no particular game.

#include "game/game.hpp"
#include "match/config.hpp"
#include "match/result.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace referee {

class People;
class Player;
struct Contestant;
struct LoadedField;
struct MatchConfig;
struct Run;

/// Callbacks for watching a game in progress.
struct GameWatcher {
    /// Called after each visible step, also within a turn.
    std::function<void(const Position&)> step;
    /// Called after each fault.
    std::function<void(const FaultNote&)> fault;
};

/// A run of an AI, and what came of it.
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

/// Is told about games while they are played. The record is one; pages are told by it.
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

struct GameRequest {
    const LoadedField* field = nullptr;
    std::vector<const Contestant*> contestants; ///< by seat
    std::vector<Player*> by_seat;               ///< null for a person's seat
    People* people = nullptr;                   ///< asks the people; null: there are none
    int number = 1;                             ///< number of the game in the match, from 1
    const MatchConfig* config = nullptr;
    const Position* from = nullptr;   ///< where it begins; null: at the start of the field
    GameListener* listener = nullptr; ///< or null
    int max_turns = 0;                ///< stop after this many turns; 0: play to the end
    /// When an AI dies of a signal, wait for the same signal here before it counts as a fault. Not
    /// needed if results are held back for that time anyway.
    bool awaits_own_signal = true;
    GameWatcher watcher;
};

/// Plays the game to its end. With `max_turns` it may stop earlier; the result then has no ranks.
/// Throws UserError if an AI can't be started, Interrupted, InternalError.
GameResult play_game(const GameRequest& request);

/// The `seed` in match.dat, 0..2^31−1. It depends on the field, the seat, the turn and `--seed`,
/// but not on the game's number or the AI.
std::uint32_t move_seed(std::uint64_t seed, std::string_view field_sha256, Seat seat, int turn);

// The time that a seat has for its answers: referee/match/README.md, "Time".

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
