#pragma once

/// The state of battlesnake as a picture for the terminal, as JSON for viewers, and as canonical
/// text.

#include "games/battlesnake/rules.hpp"

#include <string>

namespace referee::battlesnake {

/// The board with the snakes' health, length and fate beside it.
std::string render(const State& state, bool colours);

/// {"game":"battlesnake","turn":…,"width":…,"height":…,"food":[[x,y]…],"snakes":[{"seat":…,"health":…,
/// "length":…,"alive":…,"body":[[x,y]…],"cause":…,"killer":…,"died":…}…]}; bodies head first,
/// origin bottom left, food by rows from the bottom. Of a dead snake the body lies where it died;
/// the head may be beside the board.
std::string frame(const State& state);

/// Every value of the state, in a unique form.
std::string canonical_text(const State& state);

/// "head-on collision with seat 2" and the like, of a dead snake.
std::string fate_of(const Snake& snake);

} // namespace referee::battlesnake
