#pragma once

/// foresight-1 plays what maxn would play unless another command proves better in simulated
/// futures. There its own seat plays like maxn without its search, the others like stei_at, and
/// dice are random.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/chance.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace referee::dicewars::sample {

struct Foresight1Options {
    int futures = 150;        ///< for all commands together
    int turns = 5;            ///< turns of any seat that a future has, the current one counted
    int max_attacks = 6;      ///< attacks that are tried
    double doubt = 1;         ///< standard errors by which a command must be better than maxn's
    double positions = 20000; ///< valued by maxn's search at most
};

/// The rest of the mover's turn, its end included: as maxn without its search plays it (`is_own`),
/// or as stei_at does.
void play_turn_by_chance(
    State& state, const Board& board, const Parameters& parameters, bool is_own, Chance& chance);

/// The seat's chance to win, from 0 to 1, at the beginning of a turn: guessed from the dice, the
/// areas, the borders and the order of play.
double prospects(const Board& board, const State& state, int player);

/// The next command of the mover; `memory` is maxn's stage. Stops early at the deadline; the same
/// seed gives the same command otherwise. `notes` gets the candidates, for notes.dat.
Command choose_foresight_1(
    const Game& game, Memory& memory, const Foresight1Options& options, std::uint64_t seed,
    std::chrono::steady_clock::time_point deadline, std::string* notes = nullptr);

} // namespace referee::dicewars::sample
