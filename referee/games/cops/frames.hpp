#pragma once

/// The state of cops as a picture for the terminal, as JSON for viewers, and as canonical text.

#include "games/cops/rules.hpp"

#include <array>
#include <string>
#include <string_view>

namespace referee::cops {

/// The board with its ring and beside it tick, positions and how it ended; size + 3 lines.
std::string render(const State& state, const Parameters& parameters, bool colours);

/// {"game":"cops","turn":…,"tick":…,"planning":…,"end":…,"payoff":…,"size":n,
///  "board":[n+2 rows of characters],"thief":[x,y],"cops":[[x,y]…],
///  "gates":[{"cells":[[x,y]…],"clockwise":…}…],
///  "walls":[{"x":…,"y":…,"vertical":…,"length":…,"heading":"N"}…]}
std::string frame(const State& state, const Parameters& parameters);
/// The frame without "clockwise" and "heading", which no state file contains.
std::string public_frame(const State& state, const Parameters& parameters);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state);

// The inverse of canonical_text() in frames.hpp.

/// The state of a game on that field: one in which both sides plan, or an end. Throws UserError if
/// the text isn't such a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::cops
