#pragma once

/// What a season of so many entrants needs: games, core-hours, nodes, disk, memory. It multiplies
/// what the season's own games have cost so far; what no game has shown yet the organiser says, or
/// it stays open. scripts/slurm/README.md, "How large a cluster".

#include "season/config.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// What the organiser expects.
struct SizingRequest {
    std::int64_t entrants = 0;
    int versions = 10;                  ///< of each entrant, over the season
    int days = 28;                      ///< on which versions come
    int busiest_day = 30;               ///< percent of all versions that come on one day
    int node_cores = 1;                 ///< games at once on a node
    std::optional<double> game_seconds; ///< core-seconds of a game; none: as measured
};

/// What a game and a version have cost so far.
struct SeasonRates {
    std::int64_t games = 0;              ///< from which all this is
    std::optional<double> core_seconds;  ///< of a game
    bool is_of_shards = false;           ///< with all that a job does; else what AIs took to move
    std::optional<double> record_bytes;  ///< of a game's record
    std::optional<double> result_bytes;  ///< of a game in the database; none: too few to say
    std::optional<double> version_bytes; ///< of a version as it plays
};

/// Reads at most `max_files` records and as many files of versions.
SeasonRates measured_rates(const SeasonConfig& config, const Results& store);

/// One line of the plan.
struct SizingRow {
    std::string name;            ///< for people: "core-hours"
    std::string key;             ///< of the JSON object: "core_hours"
    std::optional<double> value; ///< none: nothing is known
    std::string unit;            ///< "", "GiB", "h"
    std::string why;             ///< what it follows from
};

/// Every version plays its minimum of matches and those for its marks, each match with versions
/// that have theirs already: so the number of games is the most that can be needed before versions
/// play on.
std::vector<SizingRow>
sizing_of(const SeasonConfig& config, const SizingRequest& request, const SeasonRates& rates);

} // namespace referee
