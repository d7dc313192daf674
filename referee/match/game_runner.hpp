#pragma once

/// Plays one game: asks the AIs turn by turn and applies the rules. Knows no particular game.

#include "match/result.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace referee {

class People;
class Player;
class RecordWriter;
struct Beginning;
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

struct GameRequest {
    const LoadedField* field = nullptr;
    std::vector<const Contestant*> contestants; ///< by seat
    std::vector<Player*> by_seat;               ///< null for a person's seat
    People* people = nullptr;                   ///< asks the people; null: there are none
    int number = 1;                             ///< number of the game in the match, from 1
    const MatchConfig* config = nullptr;
    const Beginning* begin = nullptr; ///< where it begins; null: at the start of the field
    RecordWriter* record = nullptr;   ///< or null
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

} // namespace referee
