#pragma once

/// foresight-1 gives maxn's command unless another one does better in simulated futures, in which
/// its own seat plays like maxn without its search, the others like stei_at, with random dice.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/chance.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace referee::dicewars::sample {

struct Foresight1Options {
    int futures = 150;        ///< for all commands together
    int turns = 5;            ///< length of a future in turns of all seats, including this one
    int max_attacks = 6;      ///< attacks that are tried
    double doubt = 1;         ///< standard errors by which a command must be better than maxn's
    double positions = 20000; ///< limit of maxn's search
};

/// Plays the rest of the mover's turn, including its end, like maxn without its search (`is_own`)
/// or like stei_at.
void play_turn_by_chance(
    State& state, const Board& board, const Parameters& parameters, bool is_own, Chance& chance);

/// The seat's estimated chance of winning, from 0 to 1, at the beginning of a turn, from the dice,
/// the areas, the borders and the order of play.
double prospects(const Board& board, const State& state, int player);

/// The next command of the mover; `memory` is maxn's stage. Stops early at the deadline; the same
/// seed gives the same command otherwise. `notes` gets the candidates, for notes.dat.
Command choose_foresight_1(
    const Game& game, Memory& memory, const Foresight1Options& options, std::uint64_t seed,
    std::chrono::steady_clock::time_point deadline, std::string* notes = nullptr);

} // namespace referee::dicewars::sample
