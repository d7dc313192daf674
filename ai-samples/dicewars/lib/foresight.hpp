#pragma once

/// foresight plays what maxn would play unless another command proves better in simulated futures.
/// There its own seat plays like maxn without its search, the others like stei_at, and dice are
/// random.

#include "dicewars/lib/agents.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace referee::dicewars::sample {

struct ForesightOptions {
    int futures = 150;        ///< for all commands together
    int turns = 5;            ///< turns of any seat that a future has, the current one counted
    int max_attacks = 6;      ///< attacks that are tried
    double doubt = 1;         ///< standard errors by which a command must be better than maxn's
    double positions = 20000; ///< valued by maxn's search at most
};

/// Random numbers of our own: small, and the same everywhere.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// Uniform in 0..1, 1 not included.
    double fraction() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
    /// Uniform in 0..n−1; the bias of 2^-32 matters to nobody here.
    int below(int n) {
        return static_cast<int>(((next() >> 32U) * static_cast<std::uint64_t>(n)) >> 32U);
    }

  private:
    std::uint64_t state_;
};

/// Carries out a legal command of the mover with dice by chance.
void carry_out_by_chance(
    State& state, const Board& board, const Parameters& parameters, const Command& command,
    Chance& chance);

/// The rest of the mover's turn, its end included: as maxn without its search plays it (`is_own`),
/// or as stei_at does.
void play_turn_by_chance(
    State& state, const Board& board, const Parameters& parameters, bool is_own, Chance& chance);

/// The seat's chance to win, from 0 to 1, at the beginning of a turn: guessed from the dice, the
/// areas, the borders and the order of play.
double prospects(const Board& board, const State& state, int player);

/// The next command of the mover; `memory` is maxn's stage. Stops early at the deadline; the same
/// seed gives the same command otherwise. `notes` gets the candidates, for notes.dat.
Command choose_foresight(
    const Game& game, Memory& memory, const ForesightOptions& options, std::uint64_t seed,
    std::chrono::steady_clock::time_point deadline, std::string* notes = nullptr);

} // namespace referee::dicewars::sample
