#pragma once

/// Where games are found whose rules are a program: referee/game_programs/README.md, "Where a game
/// is found".

#include "game/game.hpp"

#include <string>

namespace referee {

/// From now on the registry of games also finds these. Call it once, at the start of the program.
void find_game_programs();

/// The game in this folder, which from now on is the one of its name (`--rules DIR`). Throws
/// UserError.
const Game& use_rules(const std::string& folder);

} // namespace referee
