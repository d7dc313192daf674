#pragma once

/// The inverse of canonical_text() in frames.hpp.

#include "games/dicewars/rules.hpp"

#include <string_view>

namespace referee::dicewars {

/// The state of a game on that field. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::dicewars
