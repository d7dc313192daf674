#pragma once

/// What follows from the tables, in words: who is first and how certain that is, who can't be told
/// apart, and how many more fields would decide.

#include "tournament/report/summary.hpp"

#include <string>
#include <vector>

namespace referee {

/// A few sentences, the most important one first. Empty if a verdict or a sequential test says it.
/// Without advice they don't say how many more fields would decide: in a season nobody can add any.
std::vector<std::string> conclusions_of(const TournamentSummary& summary, bool has_advice = true);

} // namespace referee
