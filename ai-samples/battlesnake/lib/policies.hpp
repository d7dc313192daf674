#pragma once

/// AIs that look one step ahead.

#include "battlesnake/lib/sample.hpp"

namespace referee::battlesnake::sample {

/// Any of the four directions, drawn from the seed of match.dat.
Choice choose_random(const Situation& situation);

/// Flood fill. Of the steps that don't kill, avoids, where it can, those into a region smaller than
/// the snake, those to a cell that an equal or longer head could enter, and those after which it
/// reaches fewer cells first than it is long. Of the rest it takes the one to the nearest food when
/// it is hungry or not the longest by `lead` segments, else the one after which it reaches most
/// cells first.
Choice choose_space(const Situation& situation);

} // namespace referee::battlesnake::sample
