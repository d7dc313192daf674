#pragma once

/// foresight searches the commands of its turn, with all their outcomes, by the value that a net
/// has learnt from games. ai-samples/dicewars/README.md, "foresight".

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/value_choice.hpp"

#include <chrono>
#include <string>

namespace referee::dicewars::sample {

struct ForesightOptions {
    int depth = 5;         ///< commands of its own that it looks ahead
    int width = 5;         ///< the best so many of a position are looked at more deeply
    double certain = 0.9;  ///< from this chance to win on it plays as maxn, which finishes games
    int positions = 60000; ///< about as many are valued at most
    double finishing_positions = 20'000; ///< the same of maxn's search, which finishes games
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// The mover's commands, valued by the deepest search that was finished within the limits; at
/// least by the one that looks a single command ahead. Best first.
std::vector<Valued>
searched_commands(const Game& game, const ValueNet& net, const ForesightOptions& options);

/// The next command of the mover; `memory` is maxn's stage. The same position gives the same
/// command as long as the deadline isn't met. `notes` gets the candidates, for notes.dat.
Command choose_foresight(
    const Game& game, Memory& memory, const ValueNet& net, const ForesightOptions& options,
    std::string* notes = nullptr);

} // namespace referee::dicewars::sample
