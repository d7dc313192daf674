#pragma once

/// Chances in dicewars: of winning a battle, and of keeping an area until the next turn.

#include "games/dicewars/rules.hpp"

#include <array>

namespace referee::dicewars::sample {

/// A table by attacker's and defender's dice, both 1..8 (0 is not used).
using Odds = std::array<std::array<double, max_dice + 1>, max_dice + 1>;

/// succ: the probability that the attacker's sum exceeds the defender's, rounded to 8 decimals as
/// in the paper's agents.
const Odds& success_table();
/// 1 − succ.
const Odds& failure_table();

inline double success(int attack, int defence) {
    return success_table()[attack][defence];
}

/// The probability that `player` keeps the area with `dice` dice on it if each enemy neighbour with
/// at least two dice attacks it once.
inline double hold(const Board& board, const State& state, int player, int area, int dice) {
    double chance = 1;
    if ((board.neighbour_set(area) & ~state.owned[player]) == 0) {
        return chance;
    }
    const Odds& failure = failure_table();
    for (const std::uint8_t neighbour : board.neighbours(area)) {
        if (state.owner[neighbour] != player && state.dice[neighbour] > 1) {
            chance *= failure[state.dice[neighbour]][dice];
        }
    }
    return chance;
}

} // namespace referee::dicewars::sample
