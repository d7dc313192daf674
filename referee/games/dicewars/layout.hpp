#pragma once

/// Positions of areas in a picture of a board without hexes.

#include "games/dicewars/rules.hpp"

#include <vector>

namespace referee::dicewars {

struct Point {
    int x = 0; ///< 0..1000 from the left
    int y = 0; ///< 0..1000 from the top
};

/// Places the areas so that their distances resemble the number of steps between them. The same
/// board always gives the same picture.
std::vector<Point> lay_out(const Board& board);

} // namespace referee::dicewars
