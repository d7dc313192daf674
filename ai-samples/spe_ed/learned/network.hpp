#pragma once

/// The network that scripts/training/spe_ed_q.py has trained.

#include "games/spe_ed/features.hpp"

#include <array>

namespace referee::spe_ed::learned {

/// What each action is expected to bring: from −1, lost, to 1, won. By action; the values of those
/// that crash at once mean nothing.
std::array<float, action_count> worths(const std::array<Features, action_count>& features);

/// The possible action of the highest worth; change_nothing if none is possible.
Action choose(const State& state, int player);

} // namespace referee::spe_ed::learned
