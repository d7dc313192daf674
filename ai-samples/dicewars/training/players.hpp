#pragma once

/// The agents that play in training, by name.

#include "dicewars/training/selfplay.hpp"

#include <string>

namespace referee::dicewars::training {

/// One of the paper's agents; `maxn`, `maxn1` (without its search), `foresight-1`; `value:FILE`,
/// which plays by the value of the weights in the file alone; or `foresight`, with its own weights
/// and options or others: `foresight:FILE:depth=8:width=4:positions=20000:certain=0.95`, the file
/// left out if it is empty. Throws std::out_of_range for another name, std::runtime_error for a
/// file that holds no weights.
Player player_named(const std::string& word);

/// The same, but it ends its turn before each command with this probability: positions in which a
/// turn was stopped early are rare otherwise, and the value is asked about them all the time.
Player lazy(const Player& player, double probability);

} // namespace referee::dicewars::training
