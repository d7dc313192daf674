#pragma once

/// Reads and makes fields of battlesnake: referee/games/battlesnake/README.md, "Fields".

#include "field/text.hpp"
#include "game.hpp"
#include "games/battlesnake/rules.hpp"

#include <string>

namespace referee::battlesnake {

/// Candidates that `create` writes for each turn.
inline constexpr int created_candidates = 16;
/// Segments that may lie on the cell of a tail at the start, not counting the tail.
inline constexpr int max_stacked = 100;

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

} // namespace referee::battlesnake
