#pragma once

#include "game.hpp"

namespace referee::gems {

/// The game for the registry.
const Game& game();

} // namespace referee::gems
