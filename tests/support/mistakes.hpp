#pragma once

/// Programs with mistakes, and what `check` and `play` say of them.

#include "support/run.hpp"

#include <string>
#include <vector>

namespace tests {

/// The first line of a script.
extern const std::string python;

/// Reads the board into board[y][x], y from the bottom, and sets x1, y1, x2, y2 to a legal swap.
extern const std::string gems_rules;

/// Says so, too.
bool has_no_python();

/// A program with a mistake.
struct Mistake {
    std::string what;
    std::string text;
    std::vector<std::string> said;      ///< all of these
    std::vector<std::string> options{}; ///< of `check`
    std::string game = "gems";
};

/// Runs `referee check`.
Output check(
    const std::string& ai, const std::string& game, const std::vector<std::string>& options = {},
    const std::vector<std::string>& environment = {});

/// Plays gems against the reference AI.
Output play(const std::string& ai, const std::vector<std::string>& options = {});

/// The output has all of these words.
void check_said(const Output& output, const std::vector<std::string>& said);

/// Tries the program by check, and by play where that is the same game.
void try_mistake(const Mistake& mistake);

} // namespace tests
