#pragma once

/// Positions of areas in a picture of a board without hexes.

#include "base/random.hpp"
#include "games/dicewars/rules.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace referee::dicewars {

// The course's boards: areas that grow cell by cell on hexagons.
// referee/games/dicewars/README.md, "Fields".

/// A cell of the board in doubled coordinates (x + y is even) and the area it belongs to.
struct Hex {
    int area = 0; ///< from 0
    int x = 0;
    int y = 0;
    auto operator<=>(const Hex&) const = default;
};

inline constexpr int hex_min_x = -32;
inline constexpr int hex_max_x = 31;
inline constexpr int hex_min_y = -14;
inline constexpr int hex_max_y = 13;

/// A board of areas: its cells, by area and in the order in which they were added, and each area's
/// neighbours in ascending order of the first cell that touches them.
struct RandomBoard {
    std::vector<Hex> hexes;
    std::vector<std::vector<int>> neighbours;
};

/// Draws a connected board. `areas` from 2 to 40, which always succeeds in the end.
RandomBoard random_board(int areas, Rng& rng);

/// True if every area can be reached from area 0.
bool is_connected(const std::vector<std::vector<int>>& neighbours);

struct Point {
    int x = 0; ///< 0..1000 from the left
    int y = 0; ///< 0..1000 from the top
};

/// Places the areas so that their distances resemble the number of steps between them. The same
/// board always gives the same picture.
std::vector<Point> lay_out(const Board& board);

} // namespace referee::dicewars
