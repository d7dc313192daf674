#pragma once

/// Shows the pictures of a recorded game in the terminal, forwards and backwards.

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace referee {

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
