#pragma once

#include "game.hpp"

namespace referee::cops {

/// The game for the registry.
const Game& game();

} // namespace referee::cops
