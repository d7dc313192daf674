#pragma once

/// The table of Nash averaging and alpha-rank, shown where AIs certainly beat one another in a
/// circle.

#include "tournament/report/figures.hpp"

namespace referee {

/// For the tables, as in figures.hpp.
Figures<WithoutLadder> without_ladder_figures(const TournamentSummary& summary);

/// With what its figures mean. None if no ladder is missing.
std::optional<ReportTable> without_ladder_table(const TournamentSummary& summary);

} // namespace referee
