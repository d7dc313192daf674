#pragma once

/// The inverse of canonical_text() in frames.hpp.

#include "games/gems/rules.hpp"

#include <string_view>

namespace referee::gems {

/// The state of a duel on that field. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::gems
