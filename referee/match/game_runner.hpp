#pragma once

/// Plays one game: asks the players turn by turn and applies the rules. Knows no particular game.

#include "match/game_listener.hpp"
#include "match/player.hpp"
#include "match/result.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/machine.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace referee {

/// The time in which a game is played, and the signals that may end it.
struct GameTime {
    std::function<std::int64_t()> now_ns = monotonic_ns;
    IdleClock idle = idle_clock();
    /// Waits for as long as a signal that a player has got may take to arrive here. Throws
    /// Interrupted if it does.
    std::function<void()> await_own_signal = referee::await_own_signal;
};

struct GameRequest {
    const LoadedField* field = nullptr; ///< must be set
    /// Who plays: one of each for every seat. play_guarded() (guarded_game.hpp) sets them.
    std::vector<const Contestant*> contestants;
    std::vector<Player*> by_seat;
    int number = 1;                      ///< number of the game in the match, from 1
    const MatchConfig* config = nullptr; ///< must be set
    const Position* from = nullptr;      ///< where it begins; null: at the start of the field
    GameListener* listener = nullptr;    ///< or null
    /// The only result here, which is also there if play_game() throws: the listener knows of the
    /// game, so whoever gives the game up has the listener drop it.
    bool has_begun = false;
    int max_turns = 0; ///< stop after this many turns; 0: play to the end
    /// When an AI dies of a signal, wait for the same signal here before it counts as a fault. Not
    /// needed if results are held back for that time anyway.
    bool awaits_own_signal = true;
    GameWatcher watcher;
    GameTime time;
};

/// Plays the game to its end. With `max_turns` it may stop earlier; the result then has no ranks.
/// Throws UserError if an AI can't be started, BrokenGame, Interrupted, InternalError. If what it
/// throws means that the game doesn't count, the caller has the listener drop it.
GameResult play_game(GameRequest& request);

/// The `seed` in match.dat, 0..2^31−1. It depends on the field, the seat, the turn and `--seed`,
/// but not on the game's number or the AI.
std::uint32_t move_seed(std::uint64_t seed, std::string_view field_sha256, Seat seat, int turn);

} // namespace referee
