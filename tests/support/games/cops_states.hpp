#pragma once

/// States of cops for tests, put together piece by piece.

#include "games/cops/rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

using CopsStep = referee::cops::Step;

/// A state under construction, with its parameters; the lecture's ones at first.
struct CopsGame {
    referee::cops::Parameters parameters;
    referee::cops::State state;

    /// The thief far from everything, and a cop in the opposite corner.
    CopsGame();
    CopsGame& thief_on(int x, int y);
    /// Replaces all cops.
    CopsGame& cops_on(const std::vector<referee::cops::Cell>& cells);
    CopsGame& add_gate(int index, bool clockwise = true);
    CopsGame& add_wall(int x, int y, bool vertical, CopsStep heading);

    /// Walls and gates of a tick by words as a field has them: "0m 1-".
    void move_surroundings(std::string_view words);
    /// The players of a tick: a letter for the thief, then one for each cop; missing ones wait.
    void move_players(std::string_view letters);
    /// A tick in which walls and gates stay where they are.
    void tick(std::string_view letters);

    /// "x y" of a wall's first cell.
    std::string wall(int index) const;
    std::string thief() const;
    std::string cop(int index) const;
};

/// The state files, in their order.
enum CopsFile { player_file, opponent_file, gamefield_file, history_file };

/// The words of a line of [ticks].
std::vector<referee::cops::Word> cops_words(std::string_view text);

} // namespace tests
