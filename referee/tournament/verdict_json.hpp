#pragma once

#include "json.hpp"
#include "tournament/summary.hpp"

namespace referee {

/// Adds the outcome of a knockout, a ladder or a race: "verdict", "contests", "race".
void add_verdict(const TournamentSummary& summary, Json& json);

} // namespace referee
