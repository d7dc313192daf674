#pragma once

/// The environments for learning: one for each game that has an observation.cpp.

#include "environment.hpp"

#include <span>
#include <string_view>

namespace referee {

std::span<const Environment* const> all_environments();

/// The environment of that game. Throws UserError that lists the environments.
const Environment& environment_of(std::string_view game);

} // namespace referee
