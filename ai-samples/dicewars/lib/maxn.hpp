#pragma once

/// maxn, the paper's agent as its text describes it. What it does where the
/// text is silent: ai-samples/dicewars/README.md, "maxn".

#include "dicewars/lib/agents.hpp"

#include <array>

namespace referee::dicewars::sample {

/// All that the paper tuned by tournaments.
struct MaxnConfig {
    double areas = 0.5;
    double region = 0.55;
    double weak_border = 0.3;
    double weak_enemy = 0.4;
    double success = 0.5;      ///< least chance to win a battle that is thought of
    double hold = 0.3;         ///< least chance to keep what is won
    double escape = 0.3;       ///< areas that hold less than this are left
    double depth = 4;          ///< levels of the search; the next seat a level
    double positions = 300000; ///< about as many are valued at most; beyond it, fewer levels
};

/// A value for each seat.
using MaxnValues = std::array<double, max_players>;

/// What the position is worth to each seat.
MaxnValues maxn_values(const Board& board, const State& state, const MaxnConfig& config);

/// Calls `look(S, T)` for every attack that the player would think of.
template <typename Look>
void for_each_candidate(
    const Board& board, const State& state, int player, const MaxnConfig& config, Look look) {
    for_each_attack(board, state, player, [&](int from, int to) {
        const int dice = state.dice[from];
        if (dice == max_dice || (success(dice, state.dice[to]) >= config.success &&
                                 hold(board, state, player, to, dice - 1) >= config.hold)) {
            look(from, to);
        }
    });
}

/// Stage A: the mover's attack with the best outcome if everyone then plays one attack in turn.
std::optional<Command> maxn_attack(const Game& game, const MaxnConfig& config);

/// Stage T: the first step of the path that brings most dice to the border area with the fewest.
std::optional<Command> maxn_transfer(const Game& game);

/// Stage E: from a border area that won't hold to a neighbour with room.
std::optional<Command> maxn_escape(const Game& game, const MaxnConfig& config);

/// The next command; `memory` is the stage.
Command choose_maxn(const Game& game, Memory& memory, const MaxnConfig& config);
Command choose_maxn(const Game& game, Memory& memory);

} // namespace referee::dicewars::sample
