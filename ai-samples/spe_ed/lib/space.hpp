#pragma once

/// The largest reachable area, at the lowest speed: see space.cpp.

#include "games/spe_ed/rules.hpp"

namespace referee::spe_ed::space {

/// The number of free cells reachable from the neighbours of a cell, step by step.
int area_around(const Board& board, int x, int y);

/// The action after which the player, if only it moves, has the largest area around it; among
/// equals the slowest, then the first in the order of Action. change_nothing if it survives none.
Action choose(const State& state, int me);

} // namespace referee::spe_ed::space
