#pragma once

/// Recorded games in the format of the game's own community: game/export.hpp.

#include "record/replay.hpp"

namespace referee {

/// The games that have such a format, for messages: "battlesnake".
std::string exportable_games();

/// The lines of the game, without line ends; none if record and rules disagree, which `replay` then
/// says. Throws UserError if the game has no such format or no result.
std::vector<std::string>
export_game(const std::string& path, const RecordedGame& game, Replay& replay);

} // namespace referee
