#pragma once

/// The agents that play in training, by name.

#include "dicewars/training/selfplay.hpp"

#include <string>

namespace referee::dicewars::training {

/// One of the paper's agents; `maxn`, `maxn1` (without its search); `value:FILE`, which plays
/// without search by the network in the file; or `foresight`, with its own weights and options or
/// with others:
/// `foresight:FILE:depth=8:width=4:rank=2:chance=2:kept=4:positions=20000:certain=0.95` in one
/// word; without FILE, its own weights. Throws std::out_of_range for another name,
/// std::runtime_error for a file without weights.
Player player_named(const std::string& word);

/// As above, but before each command it ends its turn with this probability. Positions after a turn
/// that ended early are rare otherwise, and the network has to evaluate them all the time.
Player lazy(const Player& player, double probability);

} // namespace referee::dicewars::training
