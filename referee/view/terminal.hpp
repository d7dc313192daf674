#pragma once

/// Shows games in the terminal.

#include "game.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace referee {

/// True if standard output is a terminal and NO_COLOR is not set.
bool shows_colours();

/// The width of the terminal on standard output; 80 if that is none.
int terminal_columns();

/// The rows that a text of whole lines takes up in a terminal, which breaks lines that are wider
/// than `columns`. Colours have no width; wide characters count as one.
int terminal_rows(std::string_view text, int columns);

/// Renders positions: on a terminal each over the previous one, elsewhere one after the other.
class Screen {
  public:
    /// `delay` is the time that each picture is shown; a key press ends it early.
    explicit Screen(std::chrono::milliseconds delay);
    /// Renders a picture below a title.
    void show(const std::string& title, const Position& position);
    /// The next picture does not overwrite the last one.
    void keep();

  private:
    std::chrono::milliseconds delay_;
    bool is_terminal_;
    int rows_ = 0; ///< of the picture that the next one overwrites
};

/// Waits until a key is pressed, or standard input ends. Throws Interrupted.
void wait_for_key();

} // namespace referee
