#pragma once

/// Random dice, for agents that simulate the rest of a game.

#include "games/dicewars/rules.hpp"

#include <cstdint>

namespace referee::dicewars::sample {

/// Our own random numbers: small, and the same on every system.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// Uniform in 0..1, excluding 1.
    double fraction() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
    /// Uniform in 0..n−1; the bias of 2^-32 doesn't matter here.
    int below(int n) {
        return static_cast<int>(((next() >> 32U) * static_cast<std::uint64_t>(n)) >> 32U);
    }

  private:
    std::uint64_t state_;
};

/// Carries out a legal command of the mover with random dice.
void carry_out_by_chance(
    State& state, const Board& board, const Parameters& parameters, const Command& command,
    Chance& chance);

} // namespace referee::dicewars::sample
