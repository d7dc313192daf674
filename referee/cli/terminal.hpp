#pragma once

/// Shows games in the terminal.

#include "game/game.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

// Shows the pictures of a recorded game in the terminal, forwards and backwards.

/// A picture with its title, and the turn that it shows: one that is about to be played, or a step
/// within it.
struct Frame {
    std::string text;
    int turn = 0;
};

/// Shows the frames from number `first` on, each for `delay`. The keys: right and left show the
/// next and the previous one and pause, space pauses and continues, q quits. With `is_paused` it
/// starts paused. False after q. Throws Interrupted.
bool play_frames(
    const std::vector<Frame>& frames, std::size_t first, std::chrono::milliseconds delay,
    bool is_paused);

} // namespace referee
