#pragma once

/// The shipped games whose rules are programs, and those that `referee new-game` writes, found by
/// their folders.

#include <string>
#include <vector>

namespace tests {

/// Their folders among what `make` has built. A game whose interpreter or compiler isn't installed
/// is left out by its name, which follows `what`.
std::vector<std::string> built_game_programs(const std::string& what);

/// The languages in which `new-game` writes games. One that isn't installed is left out by its
/// name, which follows `what`.
std::vector<std::string> new_game_languages(const std::string& what);

/// Writes the game in that language to the folder, and builds it if it has to be.
void make_new_game(const std::string& language, const std::string& folder);

} // namespace tests
