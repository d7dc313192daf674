#pragma once

/// Joining the shards of a tournament; spec: tournament.md, "Many machines".

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct MergeResult {
    std::int64_t games = 0;
    std::int64_t duplicates = 0;
    std::vector<std::string> missing; ///< for people: "shard 2/3: 12 of 400 games (first: game 17)"
};

/// Makes the database `out` (what was there is replaced when all is well) of all games of the
/// shards. Throws UserError if they don't belong to one plan, or if two results of one game differ
/// in what doesn't depend on time.
MergeResult merge_shards(const std::string& out, const std::vector<std::string>& shards);

} // namespace referee
