#pragma once

/// Which snake reaches which cell first: floods over the board, a row at a time as bits.

#include "games/battlesnake/rules.hpp"

#include <array>
#include <cstdint>

namespace referee::battlesnake::sample {

/// No food can be reached.
inline constexpr int never = 1000;

/// The territory of each living snake, by seat − 1: the cells that it reaches first. A cell that
/// several reach at once belongs to the longest of them, or to nobody. Bodies give way as their
/// tails move on.
using Territory = std::array<int, max_snakes>;

Territory territory(const State& state);

/// The number of the snake's cells by territory() after this step, before all others make theirs; 0
/// if the step kills it.
int claim(const State& state, int seat, Direction step);

/// The number of cells that a snake can reach after a step to `first`, that one included. Meanwhile
/// bodies shrink from their tails; no other snake takes a cell.
int room(const State& state, Cell first);

/// Steps from a cell to the nearest one where hazards don't hurt, around all present bodies; 0 on
/// such a cell, `never` if there is none.
int steps_to_safety(const State& state, const Hazards& hazards, Cell from);

/// Steps from a cell to the nearest food around all present bodies, or `never`; 0 if there is food
/// on the cell.
int steps_to_food(const State& state, Cell from);

} // namespace referee::battlesnake::sample
