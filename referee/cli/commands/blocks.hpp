#pragma once

/// Marked blocks of the project's pages that the program's tables give: parameters, state files,
/// answers and faults of a game, measurements, and figures that a command printed. `make pages`
/// writes them anew. A block lies between two lines:
///
///     <!-- begin gems parameters -->
///     <!-- end gems parameters -->
///
/// "gems player.dat" is an example of that file, "gems gamefield.dat, 5 lines" its first lines;
/// the others are "gems answers", "gems faults", "faults" and "measurements".
///
/// "figures ladder" shows figures/ladder.txt beside the page: what a command printed, with the
/// command, the date and the machine. scripts/figures writes these files (`make figures`).

#include <string>

namespace referee {

/// The page with its blocks made anew; figures are looked for beside `path`. Throws UserError
/// "PATH:LINE: …" for a block that has no end or that nobody knows, and for a file of figures
/// that has no command, date or machine, or that can't be read.
std::string with_blocks(const std::string& path, const std::string& page);

/// Rewrites the file if it isn't current, and returns whether it did. Throws UserError.
bool rewrite_blocks(const std::string& path);

} // namespace referee
