#pragma once

/// What a snake sees, for the benchmark's bare loop; all else of observation.cpp is behind
/// environment().

#include "environment.hpp"
#include "games/battlesnake/rules.hpp"

namespace referee::battlesnake {

/// Writes the planes of a player, from 0, which hold zeros before.
void observe(const State& state, int player, const ObservationWriter& out);

} // namespace referee::battlesnake
