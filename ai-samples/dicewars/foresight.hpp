#pragma once

/// foresight: every command that might be good is tried on many futures, in which all seats go on
/// as the paper's stei_at would and dice fall at random; the one with the best futures is played.

#include "dicewars/agents.hpp"

#include <chrono>
#include <cstdint>

namespace referee::dicewars::sample {

struct ForesightOptions {
    int futures = 300;    ///< for all commands together
    int turns = 5;        ///< turns of any seat that a future goes on for, the current one counted
    int most_attacks = 6; ///< attacks that are tried
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

/// The rest of the mover's turn as stei_at plays it, its end included.
void play_turn_by_chance(
    State& state, const Board& board, const Parameters& parameters, Chance& chance);

/// The seat's chance to win, from 0 to 1, at the beginning of a turn: guessed from the dice, the
/// areas, the borders and the order of play.
double prospects(const Board& board, const State& state, int player);

/// The next command of the mover. Stops early at the deadline; same seed, same command otherwise.
Command choose_foresight(
    const Game& game, const ForesightOptions& options, std::uint64_t seed,
    std::chrono::steady_clock::time_point deadline);

} // namespace referee::dicewars::sample
