#pragma once

/// The weights of the features of two snakes, learned from self-play.

#include "battlesnake/duel/features.hpp"

namespace referee::battlesnake::duel {

/// One weight for an empty and one for a full board, interpolated by the share of cells that the
/// snakes cover. In log-odds to win.
struct LearnedWeight {
    float empty;
    float full;
};

inline constexpr std::array<LearnedWeight, feature_count> learned_weights{{
    {-0.0018F, 0.0419F},  // cells
    {-0.3953F, -0.8185F}, // share
    {0.3903F, -1.1372F},  // lead_1
    {0.3744F, -0.4789F},  // lead_3
    {-0.0681F, 0.3405F},  // lead_8
    {-0.0411F, -0.0015F}, // food_step
    {-0.0632F, -0.0584F}, // hungry_step
    {0.1938F, -0.9411F},  // hunger
    {-1.2601F, -0.1588F}, // starving
    {0.0171F, 0.0739F},   // foods
    {-0.2723F, 0.3551F},  // tail
    {0.0290F, 0.0227F},   // shortage
    {-0.0348F, 0.1209F},  // shortage_to_tail
    {2.6385F, 1.3990F},   // room
    {0.0313F, -0.0643F},  // one_way
    {-4.8441F, -3.3620F}, // no_way
    {0.1541F, 0.4167F},   // edge
    {-0.0335F, 0.0550F},  // centre
    {0.2940F, -0.6106F},  // attack_2
    {0.3036F, -0.3829F},  // attack_4
}};

} // namespace referee::battlesnake::duel
