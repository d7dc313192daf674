#pragma once

/// Which snake reaches which cell first: one flood of all snakes at once, a step's cells as bits.

#include "battlesnake/duel/position.hpp"

#include <array>

namespace referee::battlesnake::duel {

/// A living snake's result of the flood: the cells that it reaches first. A cell that several
/// snakes reach at once belongs to the longest, or to nobody if several are longest. Bodies give
/// way as their tails move on, but not to a snake that has no cell left to go to until then.
struct Land {
    int cells = 0;
    int hurting = 0;       ///< those among them on which a head is hurt
    int foods = 0;         ///< food on these cells
    int food_distance = 0; ///< steps to the nearest food on them, or `never`
    bool has_tail = false; ///< its own tail's cell, or one beside it, is among the cells
};

inline constexpr int never = 1000;

using Lands = std::array<Land, max_snakes>;

/// More of the land of one of two snakes, for the network.
struct Reach {
    int within_3;  ///< cells of its land up to 3 steps away, its head's among them
    int within_6;  ///< the same up to 6 steps
    int within_12; ///< the same up to 12 steps
    int max_steps; ///< an upper bound of the steps that it can take on its land
    int frontier;  ///< cells of its land beside the other's, if the other is longer
};

using Reaches = std::array<Reach, max_snakes>;

/// By snake index; undefined for dead snakes.
template <int words>
void find_lands(const Position<words>& position, Lands& lands);
/// As above, when two snakes live.
template <int words>
void find_lands(const Position<words>& position, Lands& lands, Reaches& reaches);

extern template void find_lands(const Position<1>&, Lands&);
extern template void find_lands(const Position<1>&, Lands&, Reaches&);
extern template void find_lands(const Position<2>&, Lands&);
extern template void find_lands(const Position<2>&, Lands&, Reaches&);
extern template void find_lands(const Position<6>&, Lands&);
extern template void find_lands(const Position<6>&, Lands&, Reaches&);
extern template void find_lands(const Position<10>&, Lands&);
extern template void find_lands(const Position<10>&, Lands&, Reaches&);

} // namespace referee::battlesnake::duel
