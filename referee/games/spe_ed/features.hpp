#pragma once

/// Useful facts about each action of a player, as numbers: what a learner may be shown
/// instead of planes, and what the AI `learned` goes by.

#include "environment.hpp"
#include "games/spe_ed/rules.hpp"

#include <array>
#include <span>

namespace referee::spe_ed {

inline constexpr int action_count = 5;
inline constexpr int feature_count = 91;

/// What the numbers of an action mean, in their order.
std::span<const Feature> feature_table();

/// The numbers of an action, most of them from −1 to 1. Those of an action that crashes at once, or
/// breaks the rules, are all 0.
using Features = std::array<float, feature_count>;

/// By action, for a player who plays. Each looks at the board after the own move and before the
/// others' moves.
std::array<Features, action_count> features_of(const State& state, int player);

} // namespace referee::spe_ed
