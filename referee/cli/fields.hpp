#pragma once

/// The fields of a tournament or a season.

#include "game/game.hpp"
#include "tournament/store/stored.hpp"

#include <string>
#include <vector>

namespace referee {

/// Fields that all have one game and one number of seats.
struct FieldSet {
    const GameInfo* game = nullptr;
    Teams teams; ///< how contestants take the seats
    std::vector<StoredField> fields;
};

/// The fields of files, folders and patterns. Throws UserError.
FieldSet read_field_set(const std::vector<std::string>& patterns);

} // namespace referee
