#pragma once

/// What the paper's agents share: borders, regions, attacks and the two helpers that move dice.
/// Areas are visited by ascending number, neighbours in list order, and the first wins ties.

#include "dicewars/lib/odds.hpp"

#include <optional>

namespace referee::dicewars::sample {

/// The position in which an agent, the mover of `state`, has to choose a command. It doesn't know
/// the lists of areas and the streams.
struct Game {
    const Board& board;
    const State& state;
    const Parameters& parameters;
    int player() const { return state.mover; }
};

/// Own areas with a neighbour of another owner.
AreaSet border_of(const Board& board, const State& state, int player);

/// Removes the region of the first area from `left`, the areas of a player that haven't been
/// visited yet, and returns it.
inline AreaSet take_region(const Board& board, AreaSet& left) {
    AreaSet region = 0;
    for (AreaSet open = left & (~left + 1); open != 0;) {
        const int area = take_first(open);
        region |= set_of(area);
        open |= board.neighbour_set(area) & left & ~region;
    }
    left &= ~region;
    return region;
}

/// The largest region of the player; among equals, the one with the lowest area number.
AreaSet largest_region(const Board& board, const State& state, int player);

/// Calls `look(S, T)` for every attack of the player: border areas with two or more dice, then
/// their neighbours of other owners.
template <typename Look>
void for_each_attack(const Board& board, const State& state, int player, Look look) {
    for (AreaSet areas = state.owned[player]; areas != 0;) {
        const int from = take_first(areas);
        if (state.dice[from] < 2 || (board.neighbour_set(from) & ~state.owned[player]) == 0) {
            continue;
        }
        for (const std::uint8_t to : board.neighbours(from)) {
            if (state.owner[to] != player) {
                look(from, static_cast<int>(to));
            }
        }
    }
}

/// to_border: from an inner area to the border.
std::optional<Command> move_to_border(const Game& game);

/// evac: the transfer from a border area that saves the most dice in expectation.
std::optional<Command> evacuate(const Game& game);

/// sdc: the attack with the greatest advantage in dice, if it is not negative.
std::optional<Command> strength_attack(const Game& game);

/// ste: the attack most likely to be won and held.
std::optional<Command> probable_attack(const Game& game);

/// stei: the same, preferring attacks from the largest region.
std::optional<Command> region_attack(const Game& game);

} // namespace referee::dicewars::sample
