#pragma once

/// What a snake sees, for the benchmark's bare loop; the rest of observation.cpp is reached through
/// environment().

#include "game/environment.hpp"
#include "games/battlesnake/rules.hpp"

namespace referee::battlesnake {

/// Writes the planes of a player, counted from 0. The planes must be filled with zeros.
void observe(const State& state, const Hazards& hazards, int player, const ObservationWriter& out);

} // namespace referee::battlesnake
