#pragma once

#include "game.hpp"

namespace referee::dicewars {

/// The game for the registry.
const Game& game();

} // namespace referee::dicewars
