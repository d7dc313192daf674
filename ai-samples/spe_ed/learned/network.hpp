#pragma once

/// The network that scripts/training/spe_ed_q.py has trained.

#include "games/spe_ed/learning/features.hpp"

#include <array>

namespace referee::spe_ed::learned {

/// The expected result of each action, from −1 (lost) to 1 (won). The values of actions that crash
/// at once are meaningless.
std::array<float, action_count> worths(const std::array<Features, action_count>& features);

/// The possible action with the highest value; change_nothing if none is possible.
Action choose(const State& state, int player);

} // namespace referee::spe_ed::learned
