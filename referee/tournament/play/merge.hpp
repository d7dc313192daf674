#pragma once

/// Merges the shards of a tournament: referee/tournament/README.md, "Design decisions".

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

struct MergeResult {
    std::int64_t games = 0;
    std::int64_t duplicates = 0;
    std::vector<std::string> missing; ///< for people: "shard 2/3: 12 of 400 games (first: game 17)"
};

/// Writes all games of the shards to the database `out`, which replaces an existing file at the
/// end. Throws UserError if the shards don't belong to one plan, or if two results of a game differ
/// in more than times and memory.
MergeResult merge_shards(const std::string& out, const std::vector<std::string>& shards);

} // namespace referee
