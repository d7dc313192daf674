#pragma once

/// foresight searches the commands of its turn, with all their outcomes. A network trained on games
/// evaluates the positions. ai-samples/dicewars/README.md, "foresight".

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/value/choice.hpp"

#include <chrono>
#include <string>

namespace referee::dicewars::sample {

struct ForesightOptions {
    int depth = 11;    ///< number of its own commands searched if each is the best and can't fail
    int width = 8;     ///< number of best commands of a position that are searched further
    int rank_cost = 3; ///< eighths of a command that each is searched less far than the better one
    int chance_cost = 1; ///< the same for each halving of an outcome's probability
    int kept = 5; ///< after a command, this many best ones of the position before it are looked at
    double certain = 0.9; ///< from this chance of winning on, plays like maxn, to finish the game
    int positions = 100'000;             ///< approximate maximum number of positions evaluated
    double finishing_positions = 20'000; ///< the same for maxn's search
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// The mover's commands, best first, with the values of the deepest search completed within the
/// limits. The search of depth 1 is always completed.
std::vector<Valued>
searched_commands(const Game& game, const ValueNet& net, const ForesightOptions& options);

/// The next command of the mover; `memory` is maxn's stage. The same position gives the same
/// command unless the deadline ends the search. `notes` gets the candidates, for notes.dat.
Command choose_foresight(
    const Game& game, Memory& memory, const ValueNet& net, const ForesightOptions& options,
    std::string* notes = nullptr);

} // namespace referee::dicewars::sample
