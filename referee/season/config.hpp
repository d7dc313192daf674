#pragma once

/// The settings of a season, which cli/contests/season_config.cpp reads from its season.ini.
/// README.md of this folder explains them.

#include "game/game.hpp"
#include "match/config.hpp"
#include "season/announcement.hpp"
#include "season/entries/copies.hpp"
#include "season/entries/quota.hpp"
#include "tournament/store/stored.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// An AI of the organiser's that takes part out of competition.
struct Baseline {
    std::string name;
    std::string path;
};

struct BuildLimits {
    std::chrono::milliseconds time{120'000};
    std::uint64_t memory = 4ULL << 30U; ///< bytes of one process's data
    std::uint64_t size = 256ULL << 20U; ///< bytes of all files of a version
    std::uint64_t processes = 512;
};

/// What plays the games of a season: engine.hpp.
enum class EngineKind { local, slurm };

constexpr std::array<std::string_view, 2> enum_names(EngineKind) {
    return {"local", "slurm"};
}

/// For an engine other than the local one.
struct ClusterSettings {
    std::chrono::seconds shard_time{600};      ///< that a job is to take
    int shards = 8;                            ///< jobs at once, running or waiting
    std::string slurm_options = "--exclusive"; ///< words for sbatch
};

struct SeasonConfig {
    std::string folder; ///< absolute, without a slash at its end
    std::string title;
    const GameInfo* game = nullptr;
    Teams teams;   ///< how contestants take the seats of the fields
    int seats = 2; ///< contestants in a game: teams.places()
    std::vector<StoredField> fields;
    std::vector<Baseline> baselines;
    std::string reference;         ///< path of the AI that a new version plays first; empty: itself
    int games = 20;                ///< each active version plays at least as many matches
    int max_games = 80;            ///< and no more than these
    int mark_games = 0;            ///< matches against each baseline, from which marks are given
    int rest_after = 5;            ///< games in a row lost by faults
    double hour_budget = 600;      ///< seconds of its own time that an entry may use in an hour
    bool publishes_errors = false; ///< faults with standard error are on the site
    bool records = true;
    CopyDecisions decisions;
    std::string on_note; ///< a command for a shell; empty: none
    BuildLimits build;
    std::chrono::seconds scan_interval{10}; ///< between two looks at the entries
    EntryQuota quota;
    EngineKind engine = EngineKind::local;
    ClusterSettings cluster;
    MatchConfig match;
    std::vector<std::string> match_words; ///< the options of a match, to pass to other commands
    StoredTournament head;                ///< of a new database
    Announcement announcement;
    /// Reads it again, as season.ini is now. Throws UserError.
    std::function<Announcement()> read_announcement;

    std::string path(const std::string& name) const { return folder + "/" + name; }
    std::string database() const { return path("season.sqlite"); }
};

} // namespace referee
