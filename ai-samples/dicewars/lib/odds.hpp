#pragma once

/// Chances in dicewars: of winning a battle, and of keeping an area until the next turn.

#include "games/dicewars/rules.hpp"

#include <array>

namespace referee::dicewars::sample {

/// A table by attacker's and defender's dice, both 1..8 (0 is not used).
using Odds = std::array<std::array<double, max_dice + 1>, max_dice + 1>;

/// succ: the chance that the sum of so many dice is greater than that of the others, rounded to 8
/// decimals, as the paper's agents have it.
const Odds& success_table();
/// 1 − succ.
const Odds& failure_table();

inline double success(int attack, int defence) {
    return success_table()[attack][defence];
}

/// The chance that nobody but `player` takes the area, if it had so many dice and each enemy
/// neighbour with two or more attacked it once.
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
