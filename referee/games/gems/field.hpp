#pragma once

/// Reads and makes fields of gems, in the contest's own format or with a header.
/// referee/games/gems/README.md, "Fields".

#include "field/text.hpp"
#include "game.hpp"
#include "games/gems/rules.hpp"

#include <string>

namespace referee::gems {

/// The duel that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field: the contest's own format, or one with a header if a parameter isn't the
/// contest's. Throws UserError for settings out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

} // namespace referee::gems
