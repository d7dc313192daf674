#pragma once

/// The inverse of canonical_text() in frames.hpp.

#include "games/cops/rules.hpp"

#include <string_view>

namespace referee::cops {

/// The state of a game on that field: one in which both sides plan, or an end. Throws UserError if
/// the text isn't such a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::cops
