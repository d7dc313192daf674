#pragma once

/// The start of a game that continues a recorded one: `referee play --from`.

#include "games/registry.hpp"
#include "match/record.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

struct Beginning {
    LoadedField field; ///< of the recorded game; the position refers to it
    std::unique_ptr<Position> position;
    std::string record; ///< path of the record
    int game = 1;
    std::vector<std::string> names; ///< by seat, of the AIs that played until then
    std::vector<std::string> lines; ///< of the record, with the moves that led to this position
};

/// The position before that turn. Throws UserError "FILE:LINE: …" if the game doesn't have that
/// turn, or if record and rules disagree before it.
Beginning beginning_at(const std::string& path, const RecordedGame& game, int turn);

} // namespace referee
