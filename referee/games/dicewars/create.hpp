#pragma once

/// Making fields of dicewars. Spec: dicewars.md, "Field", create; field.md.

#include "field/rng.hpp"
#include "game.hpp"

#include <string>

namespace referee::dicewars {

/// The text of a new field. Throws UserError for unknown settings and for those out of range.
std::string create_setup(const CreateRequest& request, Rng& rng);

/// What only `create` takes.
std::span<const Parameter> create_settings();

} // namespace referee::dicewars
