#pragma once

/// Games of cops in one process between brains, by the referee's rules. For measurements and tests.

#include "cops/lib/sample.hpp"

namespace referee::cops::sample {

/// A state as a brain may see it: without headings.
State without_headings(State state);

/// How a game ended.
struct Played {
    End end = End::none;
    int payoff = 0; ///< the thief's
};

/// Plays a game on a field. The seeds of the brains' situations come from `seed`; `time_limit_ms`
/// is passed on to the brains but not enforced.
Played
play(const Setup& setup, const Brains& brains, std::uint32_t seed = 0, int time_limit_ms = 0);

} // namespace referee::cops::sample
