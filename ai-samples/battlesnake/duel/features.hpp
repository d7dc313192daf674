#pragma once

/// The features by which two snakes are evaluated.

#include "battlesnake/duel/lands.hpp"

namespace referee::battlesnake::duel {

/// Each is the seat's own minus the opponent's, so the two seats' values differ only in sign.
enum Feature {
    cells,            ///< land
    share,            ///< land, as a share of both snakes' land
    lead_1,           ///< length, up to 1 segment
    lead_3,           ///< the same up to 3
    lead_8,           ///< the same up to 8
    food_step,        ///< steps to the nearest food, up to far_food
    hungry_step,      ///< the same times the hunger, from 0 to 1
    hunger,           ///< from 0 to 1
    starving,         ///< food is further away than health lasts
    foods,            ///< on its land
    tail,             ///< its tail is in reach
    shortage,         ///< cells of land less than its length, its tail out of reach
    shortage_to_tail, ///< the same with its tail in reach
    room,             ///< land as a fraction of its length, up to 1
    one_way,          ///< only one open step
    no_way,           ///< no open step
    edge,             ///< the head is on the edge
    centre,           ///< steps from the centre
    attack_2,         ///< 1 or -1 for the longer one if the heads are up to 2 steps apart
    attack_4,         ///< the same up to 4 steps apart
    feature_count
};

using Features = std::array<float, feature_count>;

template <int words>
void find_features(
    const Position<words>& position, const Lands& lands, int index, int other, Features& features);

extern template void find_features(const Position<1>&, const Lands&, int, int, Features&);
extern template void find_features(const Position<2>&, const Lands&, int, int, Features&);
extern template void find_features(const Position<6>&, const Lands&, int, int, Features&);
extern template void find_features(const Position<10>&, const Lands&, int, int, Features&);

} // namespace referee::battlesnake::duel
