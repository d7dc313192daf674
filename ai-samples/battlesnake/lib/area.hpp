#pragma once

/// Who gets where first: floods over the board, a row at a time as bits.

#include "games/battlesnake/rules.hpp"

#include <array>
#include <cstdint>

namespace referee::battlesnake::sample {

/// No food can be reached.
inline constexpr int never = 1000;

/// What belongs to each living snake, by seat − 1: the cells that it reaches first. A cell that
/// several reach at once belongs to the longest of them, or to none. Bodies give way as their tails
/// move on.
struct Territory {
    std::array<int, max_snakes> cells{};
    /// Steps to the nearest food of its own, or `never`.
    std::array<int, max_snakes> food_distance{};
};

Territory territory(const State& state);

/// The cells that the snake has by territory() after this step while all others have yet to make
/// theirs; 0 if it dies of it.
int claim(const State& state, int seat, Direction step);

/// The number of cells that a snake can reach after a step to `first`, that one included. Bodies
/// shrink from their tails meanwhile; nobody else takes a cell.
int room(const State& state, Cell first);

/// Steps from a cell to the nearest food around all present bodies, or `never`; 0 if there is food
/// on the cell.
int steps_to_food(const State& state, Cell from);

} // namespace referee::battlesnake::sample
