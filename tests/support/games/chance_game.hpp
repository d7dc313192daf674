#pragma once

#include "game/game.hpp"

namespace tests {

/// A small game of chance for 2 to 8 seats that fulfils the contract: each turn all name a number
/// from 1 to 6 at once, the field's roll of that turn is shown, and each seat that named it gets as
/// many points. Ranks by points.
const referee::Game& chance_game();

} // namespace tests
