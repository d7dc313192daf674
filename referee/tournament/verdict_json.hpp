#pragma once

#include "tournament/summary.hpp"

#include <nlohmann/json.hpp>

namespace referee {

/// Adds the outcome of a knockout, a ladder or a race: "verdict", "contests", "race".
void add_verdict(const TournamentSummary& summary, nlohmann::ordered_json& json);

} // namespace referee
