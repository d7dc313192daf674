#pragma once

/// One game: asks the AIs turn by turn and lets the rules judge. Knows no particular game.

#include "match/result.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace referee {

class Player;
class RecordWriter;
struct LoadedField;
struct MatchConfig;

/// For those who watch a game while it goes on.
struct GameWatcher {
    /// After each step worth looking at, also within a turn.
    std::function<void(const Position&)> step;
    /// After each fault.
    std::function<void(const FaultNote&)> fault;
};

struct GameRequest {
    const LoadedField* field = nullptr;
    std::vector<Player*> by_seat;
    int number = 1; ///< of the game in the match, from 1
    const MatchConfig* config = nullptr;
    RecordWriter* record = nullptr; ///< or null
    int max_turns = 0;              ///< stop after so many, unfinished; 0: play to the end
    /// After an AI's end by a signal wait for one of our own, before it counts as a fault. Not
    /// needed where results are held back until that time is over.
    bool awaits_own_signal = true;
    GameWatcher watcher;
};

/// Plays it to its end; with `max_turns` it may stop before, then without ranks. Throws UserError
/// if an AI can't be started at all, Interrupted, InternalError.
GameResult play_game(const GameRequest& request);

/// The number that stands as `seed` in match.dat: 0..2^31−1, from the field, the seat, the turn and
/// `--seed`, but not from the number of the game or the AI.
std::uint32_t move_seed(std::uint64_t seed, std::string_view field_sha256, Seat seat, int turn);

} // namespace referee
