#pragma once

/// The state of battlesnake as a picture for the terminal, as JSON for viewers, and as canonical
/// text.

#include "games/battlesnake/rules.hpp"

#include <string>
#include <string_view>

namespace referee::battlesnake {

/// The board with the snakes' health, length and fate beside it.
std::string render(const State& state, const Setup& setup, bool colours);

/// {"game":"battlesnake","turn":…,"width":…,"height":…,"food":[[x,y]…],"snakes":[{"seat":…,"health":…,
/// "length":…,"alive":…,"body":[[x,y]…],"cause":…,"killer":…,"died":…}…]}; bodies head first,
/// origin bottom left, food by rows from the bottom. A dead snake's body is shown where it died;
/// its head may be beside the board. Unless the game is a standard one, also "wrapped":…,
/// "constrictor":…,"hazard_damage":…,"hazards":[[x,y,layers]…], by rows from the bottom.
std::string frame(const State& state, const Setup& setup);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state);

/// How a dead snake died, for example "head-on collision with seat 2".
std::string fate_of(const Snake& snake);

// The inverse of canonical_text() in frames.hpp.

/// The state of a game on that field. Throws UserError if the text isn't a state.
State read_state(std::string_view text, const Setup& setup);

} // namespace referee::battlesnake
