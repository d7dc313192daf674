#pragma once

/// What `referee games NAME` shows: the protocol of one game on a page, made from its GameInfo and
/// from the first turn of a small field with seed 1.

#include "game/game.hpp"

#include <string>
#include <vector>

namespace referee {

/// Lines of at most 80 columns.
std::string game_page(const Game& game);

/// The pages of several games as a JSON array.
std::string game_pages_as_json(const std::vector<const Game*>& games);

/// The contents of seat 1's state files in the first turn of the small field: one text for each of
/// GameInfo::files, then the game's own keys of match.dat.
std::vector<std::string> example_files(const Game& game);

} // namespace referee
