#pragma once

#include "game.hpp"

namespace referee::battlesnake {

/// The game for the registry.
const Game& game();

} // namespace referee::battlesnake
