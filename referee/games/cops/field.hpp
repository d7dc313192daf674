#pragma once

/// Reads and makes fields of cops: referee/games/cops/README.md, "Fields".

#include "field/rng.hpp"
#include "field/text.hpp"
#include "game.hpp"
#include "games/cops/rules.hpp"

#include <string>
#include <string_view>

namespace referee::cops {

/// The game that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field. Throws UserError for settings that are out of range or leave no room
/// for a start.
std::string create_setup(const CreateRequest& request, Rng& rng);

} // namespace referee::cops
