#pragma once

/// What the database of a tournament holds besides its games, as plain values.

#include "game/teams.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct StoredAi {
    std::string name;
    std::string path;
    std::string sha256;
    bool is_command_line = false; ///< the path is one
};

struct StoredField {
    std::string name;
    std::string path;
    std::string sha256;
};

/// Identity of a tournament: everything its results depend on.
struct StoredTournament {
    std::string game;
    int seats = 2; ///< contestants in a game; with teams the number of these
    int games_per_match = 2;
    std::string format;
    std::int64_t matches = 0; ///< number of matches in the whole plan
    std::string settings;     ///< everything else that results depend on: lines "key value"
    int shard = 1;            ///< of `shards`
    int shards = 1;
    std::string sprt;           ///< as requested, or empty
    bool match_decides = false; ///< the sum over a match decides, not the single game
    std::vector<double>
        points{}; ///< points by rank of a match that decides; empty: 1 for the first
    // The rest of the plan's configuration, besides AIs, fields and format.
    std::uint64_t seed = 0;
    std::string challenger{};
    bool draws_seats = false; ///< the base order of groups is random
    int tie_fields = 0;
    int top = 1;
    double confidence = 0.95;
    std::string limits{};   ///< of the AIs, for people
    std::string version{};  ///< version of the referee that created it
    std::string schedule{}; ///< SHA-256 of --schedule's file, or empty
    int generation = 0;     ///< the number of times it has grown
    std::string teams{};    ///< Teams::text(): the seats of each team; empty without teams

    /// How the seats of records belong to the rows of games.
    Teams places() const;
};

/// The number of games of a plan, or of one shard of it.
std::int64_t planned_games(const StoredTournament& tournament);

/// A version that was handed in to a season: referee/season/README.md.
struct StoredVersion {
    enum class Status {
        accepted,
        rejected,
        broken, ///< accepted, but later it could not be played
        late    ///< it came after the deadline and was not looked at
    };
    std::string entry;
    std::string version;
    std::string sha256; ///< of the submitted files
    bool is_baseline = false;
    Status status = Status::accepted;
    int ai = -1;           ///< index of its AI; −1: rejected or late
    std::string text{};    ///< the message for its author
    std::string decided{}; ///< when, "2026-11-21T20:51:36Z"
};

/// Matches of a season that are played elsewhere.
struct StoredBatch {
    std::string schedule; ///< SHA-256 of its schedule
    std::int64_t first = 0;
    std::int64_t matches = 0;
};

/// The format of a season's database: its matches are in no plan.
inline constexpr std::string_view season_format = "season";

/// A machine on which games were played.
struct StoredMachine {
    int shard = 1;
    std::string processor;
    int cores = 0;
    bool operator==(const StoredMachine&) const = default;
};

} // namespace referee
