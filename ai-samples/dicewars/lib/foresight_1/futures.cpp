// How foresight-1 simulates the rest of a game.

#include "dicewars/lib/foresight_1/foresight_1.hpp"
#include "dicewars/lib/maxn/maxn.hpp"

#include <algorithm>
#include <cmath>

namespace referee::dicewars::sample {
namespace {

/// maxn without its search.
constexpr MaxnConfig own_way{.depth = 1};

/// The strength of the seat's position, as the logarithm of its weight among all. The coefficients
/// come from a logistic regression over 2,500 games of maxn, stei_at and stei_adt on created fields
/// of four seats, which predicts the winner from the position at the beginning of a turn; `delay`
/// seats move before this one.
double standing(const Board& board, const State& state, int player, int delay) {
    const AreaSet own = state.owned[player];
    AreaSet around = 0;
    int borders = 0;
    double dice = 0;
    double at_risk = 0; // dice that are lost if every enemy neighbour attacks once
    for (AreaSet areas = own; areas != 0;) {
        const int area = take_first(areas);
        const AreaSet enemies = board.neighbour_set(area) & ~own;
        dice += state.dice[area];
        if (enemies != 0) {
            around |= enemies;
            ++borders;
            at_risk += state.dice[area] * (1 - hold(board, state, player, area, state.dice[area]));
        }
    }
    const double count = state.areas_of(player);
    return 1.759 * std::log(dice + state.reserve[player]) + 0.04 * dice + 0.739 * std::log(count) -
           1.836 * at_risk / dice - 0.464 * borders / count -
           0.932 * std::log(1 + std::popcount(around)) - 0.528 * delay;
}

} // namespace

void play_turn_by_chance(
    State& state, const Board& board, const Parameters& parameters, bool is_own, Chance& chance) {
    const int player = state.mover;
    const int turn = state.turn_ends;
    Memory memory = 0;
    while (state.end == End::none && state.mover == player && state.turn_ends == turn) {
        const Game game{board, state, parameters};
        const Command command =
            is_own ? choose_maxn(game, memory, own_way) : choose_stei_at(game, memory);
        carry_out_by_chance(state, board, parameters, command, chance);
    }
}

double prospects(const Board& board, const State& state, int player) {
    if (state.end == End::conquest) {
        return state.winner == player ? 1 : 0;
    }
    if (state.owned[player] == 0) {
        return 0;
    }
    double own = 0;
    double sum = 0;
    int delay = 0;
    for (int i = 0; i < state.players; ++i) {
        const int seat = (state.mover + i) % state.players;
        if (state.owned[seat] != 0) {
            const double weight = std::exp(standing(board, state, seat, delay++));
            own = seat == player ? weight : own;
            sum += weight;
        }
    }
    return own / sum;
}

} // namespace referee::dicewars::sample
