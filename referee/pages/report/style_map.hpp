#pragma once

/// The map of AIs that beat one another in a circle, for reports and sites.

#include "tournament/report/summary.hpp"

#include <string>

namespace referee {

/// Strength on the left, the plane of what strength can't express on the right, with what they
/// mean; empty without a certain circle.
std::string style_map_html(const TournamentSummary& summary);

} // namespace referee
