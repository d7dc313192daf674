#pragma once

/// `referee check --rules DIR`: does a game keep to the contract? Everything that can be tested of
/// a game without knowing its rules.

#include "game/game.hpp"

#include <string>
#include <vector>

namespace referee {

/// What was looked at, and what is wrong; a line each.
struct GameCheck {
    std::vector<std::string> done;
    std::vector<std::string> problems;
    std::vector<std::string> warnings;
};

/// Plays random games on small fields, with legal answers and with faults, compares processes with
/// one another, looks for leaks and reads the page with the rules.
GameCheck check_game(const Game& game);

} // namespace referee
