#pragma once

/// Marked blocks of the project's pages that the program's tables give: parameters, state files,
/// answers and faults of a game, and measurements. `make pages` writes them anew. A block lies
/// between two lines:
///
///     <!-- begin gems parameters -->
///     <!-- end gems parameters -->
///
/// "gems player.dat" is an example of that file, "gems gamefield.dat, 5 lines" its first lines;
/// the others are "gems answers", "gems faults" and "measurements".

#include <string>

namespace referee {

/// The page with its blocks made anew; `path` is for messages. Throws UserError "PATH:LINE: …" for
/// a block that has no end or that nobody knows.
std::string with_blocks(const std::string& path, const std::string& page);

/// Rewrites the file if it isn't current, and returns whether it did. Throws UserError.
bool rewrite_blocks(const std::string& path);

} // namespace referee
