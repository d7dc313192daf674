#pragma once

/// The inverse of canonical_text() in frames.hpp.

#include "games/spe_ed/rules.hpp"

#include <string_view>

namespace referee::spe_ed {

/// A state of the game that began with `start`. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const State& start);

} // namespace referee::spe_ed
