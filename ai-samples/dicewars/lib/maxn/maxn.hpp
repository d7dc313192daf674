#pragma once

/// maxn, the paper's agent as its text describes it. For what it does where the text is silent see
/// ai-samples/dicewars/README.md, "maxn".

#include "dicewars/lib/agents.hpp"

#include <array>

namespace referee::dicewars::sample {

/// All values that the paper tuned by tournaments.
struct MaxnConfig {
    double areas = 0.5;
    double region = 0.55;
    double weak_border = 0.3;
    double weak_enemy = 0.4;
    double success = 0.5;      ///< minimum probability of winning a battle to consider it
    double hold = 0.3;         ///< minimum probability of holding the area won
    double escape = 0.3;       ///< dice leave areas that hold with less than this probability
    double depth = 4;          ///< levels of the search, one seat per level
    double positions = 300000; ///< approximate maximum to evaluate; above it, fewer levels
};

/// A value for each seat.
using MaxnValues = std::array<double, max_players>;

/// The value of the position for each seat.
MaxnValues maxn_values(const Board& board, const State& state, const MaxnConfig& config);

/// Calls `look(S, T)` for every attack that the player would consider.
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

/// Stage T: the first step of the path that brings the most dice to the border area with the
/// fewest.
std::optional<Command> maxn_transfer(const Game& game);

/// Stage E: a transfer from a border area that is unlikely to hold to a neighbour with room.
std::optional<Command> maxn_escape(const Game& game, const MaxnConfig& config);

/// The next command; `memory` is the stage.
Command choose_maxn(const Game& game, Memory& memory, const MaxnConfig& config);
Command choose_maxn(const Game& game, Memory& memory);

} // namespace referee::dicewars::sample
