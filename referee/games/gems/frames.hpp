#pragma once

/// The state of gems as a picture for the terminal, as JSON for viewers, and as canonical text.

#include "games/gems/rules.hpp"

#include <array>
#include <string>
#include <string_view>

namespace referee::gems {

/// The board with both players beside it, 11 lines. `last` is marked if there is one.
std::string render(const State& state, const std::optional<Swap>& last, bool colours);

/// {"game":"gems","turn":…,"mover":…,"end":…,"board":[rows, top
/// first],"players":[…],"last":[x1,y1,x2,y2]}
std::string frame(const State& state, const std::optional<Swap>& last);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state);

// The inverse of canonical_text() in frames.hpp.

/// The state of a duel on that field. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::gems
