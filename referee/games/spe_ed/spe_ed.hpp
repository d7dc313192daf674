#pragma once

#include "game.hpp"

namespace referee::spe_ed {

/// The game for the registry.
const Game& game();

} // namespace referee::spe_ed
