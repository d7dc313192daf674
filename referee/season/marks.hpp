#pragma once

/// Marks by baselines: referee/season/README.md, "Marks". They depend on the version, the baselines
/// and the fields, not on who else takes part.

#include "tournament/statistics/pairs.hpp"
#include "tournament/store/results.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace referee {

struct Mark {
    std::size_t version = 0; ///< index in Results::versions(), an active one
    /// By baseline: the share of games in which the version finished ahead of it; no value while
    /// matches are missing.
    std::vector<std::optional<ShareInterval>> shares;
    /// The number of baselines beaten with 95 % confidence; no value while a match is missing.
    std::optional<int> points;
};

struct Marks {
    std::vector<std::string> baselines;
    std::vector<Mark> rows; ///< by entry's name
};

/// From the first match of each version against each baseline on each of the first `mark_games`
/// fields.
Marks read_marks(const Results& store, int mark_games, int rest_after);

/// RFC 4180: entry, version, a column with the share for each baseline, points.
std::string marks_csv(const Marks& marks, const Results& store);

} // namespace referee
