#pragma once

/// Which versions of a season play: referee/season/README.md, "Versions".

#include "tournament/outcome.hpp"
#include "tournament/store.hpp"

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
    broken
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

/// True if this seat made faults and did not win or share the first rank.
bool is_lost_by_faults(const SeatOutcome& seat);

/// The state of each version. The active one of an entry is the last that was accepted and is not
/// broken.
std::vector<VersionState>
states_of(const std::vector<StoredVersion>& versions, const FaultStreaks& streaks);

/// The accepted versions of other entries, and baselines, with the same files as version `i`, in
/// words: "alice 1, the baseline depth2". Somebody has copied another entry, or several have left a
/// starter unchanged.
std::string same_files(const std::vector<StoredVersion>& versions, std::size_t i);

/// The name of a version's AI in the database: "NAME@VERSION", a baseline's "NAME". `taken` are the
/// names in use; equal ones get the beginning of the hash.
std::string ai_name(const StoredVersion& version, const std::vector<StoredAi>& taken);

} // namespace referee
