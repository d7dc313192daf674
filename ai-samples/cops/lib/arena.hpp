#pragma once

/// Games of cops in one process: brains against one another, as the referee would have them play.
/// For measuring and tests.

#include "cops/lib/sample.hpp"

namespace referee::cops::sample {

/// What a brain may see of a state: without headings.
State without_headings(State state);

/// How a game ended.
struct Played {
    End end = End::none;
    int payoff = 0; ///< the thief's
};

/// Plays a game on a field. `seed` makes the seeds of the brains' situations; `time_limit_ms` is
/// passed on to them but not enforced.
Played
play(const Setup& setup, const Brains& brains, std::uint32_t seed = 0, int time_limit_ms = 0);

} // namespace referee::cops::sample
