#pragma once

/// The course's boards: areas grown cell by cell on hexagons. Spec: dicewars.md, "Field", create.

#include "field/draw.hpp"

#include <cstdint>
#include <vector>

namespace referee::dicewars {

/// A cell of the board in doubled coordinates (x + y is even) and the area it belongs to.
struct Hex {
    int area = 0; ///< from 0
    int x = 0;
    int y = 0;
    bool operator==(const Hex&) const = default;
};

inline constexpr int hex_least_x = -32;
inline constexpr int hex_most_x = 31;
inline constexpr int hex_least_y = -14;
inline constexpr int hex_most_y = 13;

/// A board of areas: its cells, by area and in the order in which they were added, and each area's
/// neighbours in ascending order of the first cell that touches them.
struct DrawnBoard {
    std::vector<Hex> hexes;
    std::vector<std::vector<int>> neighbours;
};

/// Draws a connected board. `areas` from 2 to 40, for which there is always room in the end.
DrawnBoard draw_board(int areas, Draw& draw);

/// True if every area can be reached from area 0.
bool is_connected(const std::vector<std::vector<int>>& neighbours);

} // namespace referee::dicewars
