#pragma once

/// AIs that look one step ahead.

#include "battlesnake/lib/sample.hpp"

namespace referee::battlesnake::sample {

/// Any of the four directions, drawn from the seed of match.dat.
Choice choose_random(const Situation& situation);

/// Flood fill: of the steps that don't kill, none into a region smaller than the snake, if there is
/// another; none to where an equal or longer head could come; none after which it reaches fewer
/// cells first than it is long; then the nearest food when it is hungry or not the longest by
/// `lead` segments, else the step after which it reaches most cells first.
Choice choose_space(const Situation& situation);

} // namespace referee::battlesnake::sample
