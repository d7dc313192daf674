#pragma once

/// Who gets where first: one flood of all snakes at once, all cells of a step together as bits.

#include "battlesnake/duel/position.hpp"

#include <array>

namespace referee::battlesnake::duel {

/// What a living snake has by the flood: the cells that it reaches first. Of snakes that reach a
/// cell at once it belongs to the longest, or to none of several. Bodies give way as their tails
/// move on.
struct Land {
    int cells = 0;
    int foods = 0;         ///< food on them
    int food_distance = 0; ///< steps to the nearest of it, or `never`
    bool has_tail = false; ///< the cell of its own tail, or one beside it, is among them
};

inline constexpr int never = 1000;

using Lands = std::array<Land, max_snakes>;

/// Of the living, by index; the others' are undefined.
template <int words>
void find_lands(const Position<words>& position, Lands& lands);

extern template void find_lands(const Position<1>&, Lands&);
extern template void find_lands(const Position<2>&, Lands&);
extern template void find_lands(const Position<6>&, Lands&);
extern template void find_lands(const Position<10>&, Lands&);

} // namespace referee::battlesnake::duel
