#pragma once

/// The shipped games whose rules are programs, found by their folders.

#include <string>
#include <vector>

namespace tests {

/// Their folders among what `make` has built. A game whose interpreter or compiler isn't installed
/// is left out by its name, which follows `what`.
std::vector<std::string> built_game_programs(const std::string& what);

} // namespace tests
