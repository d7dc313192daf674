#pragma once

/// Marks by baselines: referee/season/README.md, "Marks". They depend on the version, the baselines
/// and the fields, not on who else takes part.

#include "season/announcement.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/store/results.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace referee {

/// The mark of an entry.
struct Mark {
    std::string entry{};
    /// Index in Results::versions(): the version that plays or rests, else the last one that was
    /// decided; none: there is no such version.
    std::optional<std::size_t> version{};
    /// What became of the entry, for people: "plays", "rejected: no version of it plays".
    std::string state{};
    /// By baseline: the share of games in which the version finished ahead of it; no value while
    /// matches are missing.
    std::vector<std::optional<ShareInterval>> shares{};
    /// The number of baselines beaten with 95 % confidence; no value while a match is missing, and
    /// of versions that were never accepted.
    std::optional<int> points{};
};

struct Marks {
    std::vector<std::string> baselines;
    std::vector<Mark> rows; ///< by entry's name
};

/// From the first match of each version against each baseline on each of the first `mark_games`
/// fields. There is a row for each entry that has a version, is among the entrants, or has
/// `submitted` something.
Marks read_marks(
    const Results& store, int mark_games, int rest_after, const Entrants& entrants = {},
    const std::set<std::string>& submitted = {});

/// RFC 4180: entry, version, hash, the share and its lower bound for each baseline, points, state,
/// name, team.
std::string marks_csv(const Marks& marks, const Results& store, const Entrants& entrants = {});

} // namespace referee
