#pragma once

/// What seasons keep besides their games: versions, and matches that are played elsewhere. A season
/// (season/) reads what reports read, and writes these. Store (store.hpp) keeps a season in a
/// database; tests/support/season has one in memory.

#include "tournament/store/results.hpp"
#include "tournament/store/stored.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

class SeasonBook : public Results {
  public:
    /// Adds a version with its AI (unless it was rejected) in one transaction. A late one with the
    /// same files takes this place: its deadline was moved.
    virtual void add_version(StoredVersion version, const StoredAi* ai) = 0;
    /// Records that an accepted version can no longer be played, or can be again.
    virtual void
    change_version(std::size_t number, StoredVersion::Status status, const std::string& text) = 0;

    virtual std::vector<StoredBatch> batches() const = 0;
    /// Reserves the matches of a batch.
    virtual void add_batch(const StoredBatch& batch) = 0;
    /// The index after those of all matches that are stored or reserved.
    virtual std::int64_t next_match() const = 0;
};

} // namespace referee
