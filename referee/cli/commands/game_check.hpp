#pragma once

/// `referee check --rules DIR`, `referee check --game NAME`: does a game keep to the contract?
/// Everything that can be tested of a game without knowing its rules.

#include "game/game.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace referee {

/// What was looked at, and what is wrong. A problem has several lines: what it is; then, as far as
/// they are known, field, turn, seat, answer and effects, how to repeat it, the rule of the guide.
struct GameCheck {
    std::vector<std::string> done;
    std::vector<std::string> problems;
    std::vector<std::string> warnings;
};

struct GameCheckEffort {
    int fields = 24;
    /// No further field is begun after it, once each number of players has had one; 0: however long
    /// it takes.
    std::chrono::seconds limit{0};
};

/// Plays random games on fields of all numbers of players and of several sizes, with legal answers
/// and with faults; compares processes with one another; looks for wrong offers and for leaks in
/// positions from all over the games; draws what seats see; reads the page with the rules.
GameCheck check_game(const Game& game, const GameCheckEffort& effort = {});

} // namespace referee
