#pragma once

/// Fields of gems: reading (the contest's raw format and the one with a header) and making.
/// Spec: gems.md, "Field".

#include "field/text.hpp"
#include "game.hpp"
#include "games/gems/rules.hpp"

#include <string>

namespace referee::gems {

/// The duel that a field describes. Throws UserError with file and line.
Setup read_setup(FieldText& text);

/// The text of a new field: the contest's raw format, or with a header if a parameter isn't the
/// contest's. Throws UserError for unknown settings.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// Keys of the field, and what only `create` takes.
std::span<const Parameter> parameters();
std::span<const Parameter> create_settings();

} // namespace referee::gems
