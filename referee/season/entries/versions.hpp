#pragma once

/// Which versions of a season play: referee/season/README.md, "Versions". New ones come through
/// season/intake.cpp.

#include "tournament/report/summary.hpp"
#include "tournament/store/outcome.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace referee {

enum class VersionState {
    active,
    old, ///< another version of its entry is active
    resting,
    rejected,
    broken,
    late,    ///< submitted after the deadline
    excluded ///< accepted, but the organiser has decided that it doesn't play
};
std::string_view name_of(VersionState state);

/// The games that an AI lost by faults, as far as they decide whether it rests. Only the games'
/// indexes matter, not the order in which they finished.
class FaultStreaks {
  public:
    /// `max`: this many games in a row make a version rest; 0: never.
    explicit FaultStreaks(int max) : max_(max) {}
    void count(const GameOutcome& game);
    bool is_resting(int ai) const;

  private:
    int max_;
    std::map<int, std::map<std::int64_t, bool>> last_; ///< by AI: its last games, lost by faults?
};

/// True if this seat made faults, other than late answers for lack of a core, and did not win or
/// share the first rank.
bool is_lost_by_faults(const SeatOutcome& seat);

/// The state of each version. The active one of an entry is the last that was accepted and is
/// neither broken nor excluded.
std::vector<VersionState>
states_of(const std::vector<StoredVersion>& versions, const FaultStreaks& streaks);

/// The accepted versions of other entries, and baselines, with the same files as version `i`, in
/// words: "alice 1, the baseline depth2". Somebody has copied another entry, or several have left a
/// starter unchanged.
std::string same_files(const std::vector<StoredVersion>& versions, std::size_t i);

/// The name of a version's AI in the database: "NAME@VERSION", a baseline's "NAME". `taken` are the
/// names in use; equal ones get the beginning of the hash.
std::string ai_name(const StoredVersion& version, const std::vector<StoredAi>& taken);

// The table of a season.

/// A version that plays or rests.
struct SeasonRow {
    std::size_t version = 0; ///< index in Results::versions()
    VersionState state = VersionState::active;
    bool is_baseline = false;
    /// In a season the ranks are those among the entries: a baseline has none.
    AiRow row;
};

struct SeasonStandings {
    TournamentSummary summary;        ///< of all versions
    std::vector<VersionState> states; ///< by version
    /// Best first, without games last; in a tournament as in its tables.
    std::vector<SeasonRow> rows;
};

/// Reads all games. `rest_after` as in season.ini.
SeasonStandings read_standings(const Results& store, int rest_after);
/// As above, for versions that aren't those of the store.
SeasonStandings
read_standings(const Results& store, const std::vector<StoredVersion>& versions, int rest_after);
/// The table of a tournament, in which every AI is a version: order and ranks of its own tables.
SeasonStandings
read_tournament_standings(const Results& store, const std::vector<StoredVersion>& ais);

} // namespace referee
