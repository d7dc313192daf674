#pragma once

/// The table of a season.

#include "season/versions.hpp"
#include "tournament/summary.hpp"

#include <string>
#include <vector>

namespace referee {

/// A version that plays or rests.
struct SeasonRow {
    std::size_t version = 0; ///< index in Store::versions()
    VersionState state = VersionState::active;
    bool is_baseline = false;
    AiRow row;
    /// Among the entries; a baseline has none. Equal ratings share a rank.
    int rank = 0;
    int best_rank = 0; ///< the confidence set of the rank, 95 % for all at once
    int worst_rank = 0;
};

struct SeasonStandings {
    TournamentSummary summary;        ///< of all versions
    std::vector<VersionState> states; ///< by version
    std::vector<SeasonRow> rows;      ///< best first; without games last
};

/// Reads all games. `rest_after` as in season.ini.
SeasonStandings read_standings(const Store& store, int rest_after);
/// The same for versions that aren't those of the store: in a tournament every AI is one.
SeasonStandings
read_standings(const Store& store, const std::vector<StoredVersion>& versions, int rest_after);

} // namespace referee
