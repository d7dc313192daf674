#pragma once

/// Commands ranked by the value of the positions after them.

#include "dicewars/lib/agents.hpp"
#include "dicewars/lib/value.hpp"

#include <vector>

namespace referee::dicewars::sample {

/// A command and the own chance to win after it, in the mean over its outcomes.
struct Valued {
    Command command;
    double value = 0;
};

/// The own chance to win if the turn ends now.
double value_of_end(const Game& game, const ValueNet& net);

/// The attacks that aren't hopeless, the transfers of the paper's agents and the end of the turn,
/// best first.
std::vector<Valued> valued_commands(const Game& game, const ValueNet& net);

/// The best of them; near victory what maxn would do without its search.
Command choose_by_value(const Game& game, const ValueNet& net);

} // namespace referee::dicewars::sample
