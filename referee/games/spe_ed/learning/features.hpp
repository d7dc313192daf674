#pragma once

/// Useful facts about each action of a player, as numbers: a learner may use them instead of
/// planes, and the AI `learned` does.

#include "game/environment.hpp"
#include "games/spe_ed/rules.hpp"

#include <array>
#include <span>

namespace referee::spe_ed {

inline constexpr int action_count = 5;
inline constexpr int feature_count = 91;

/// The meaning of the numbers of an action, in their order.
std::span<const Feature> feature_table();

/// The numbers of an action, most of them from −1 to 1. Those of an action that crashes at once, or
/// breaks the rules, are all 0.
using Features = std::array<float, feature_count>;

/// By action, for an active player. Each describes the board after the player's own move and before
/// the others' moves.
std::array<Features, action_count> features_of(const State& state, int player);

} // namespace referee::spe_ed
