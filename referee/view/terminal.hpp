#pragma once

/// Showing games in the terminal.

#include "game.hpp"

#include <chrono>
#include <string>

namespace referee {

/// True if standard output is a terminal that may be coloured (and NO_COLOR is not set).
bool shows_colours();

/// Draws pictures of a position: on a terminal each over the last one, elsewhere one after the
/// other.
class Screen {
  public:
    /// `delay` is how long a picture stands at least; a key pressed meanwhile goes on at once.
    explicit Screen(std::chrono::milliseconds delay);
    /// Draws it, with a line above.
    void show(const std::string& title, const Position& position);
    /// The next picture leaves the last one where it is.
    void keep();

  private:
    std::chrono::milliseconds delay_;
    bool is_terminal_;
    int lines_ = 0; ///< of the picture that is to be drawn over
};

/// Waits until a key is pressed, or standard input ends. Throws Interrupted.
void wait_for_key();

} // namespace referee
