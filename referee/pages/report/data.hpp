#pragma once

/// The data for the pages of a site, read from the database at once.

#include "season/announcement.hpp"
#include "season/entries/versions.hpp"
#include "tournament/explain/explanation.hpp"
#include "tournament/report/context.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace referee {

struct SiteConfig {
    std::string folder; ///< made if it doesn't exist
    std::string title;
    bool publishes_errors = false; ///< faults with reason and standard error
    int rest_after = 5;            ///< as in season.ini
    Announcement announcement{};
    std::int64_t now = 0; ///< the moment for which it is made, in seconds since 1970
};

struct SiteResult {
    int files = 0;      ///< of the site
    int written = 0;    ///< of these, new or changed
    int unreadable = 0; ///< records without a replay: gone, damaged or of another referee
    int removed = 0;    ///< files of replays that are under embargo, or of games that are hidden
};

/// All versions of one name; in a tournament an AI.
struct SiteEntry {
    std::string name;
    std::string file; ///< of its page, without folder: "alice.html"
    bool is_baseline = false;
    std::vector<std::size_t> versions; ///< indexes in SiteData::versions, the oldest first
    Entrant entrant{};

    /// As people read it.
    const std::string& shown() const { return entrant.name.empty() ? name : entrant.name; }
};

struct SiteGame {
    std::int64_t index = 0;
    int field = 0;
    std::vector<int> ais; ///< by seat
    std::vector<int> ranks;
    std::vector<double> scores;
    std::vector<double> shares;
    std::vector<bool> faults; ///< by seat: lost by faults
    int turns = 0;
    std::string reason;
    std::string time;
    std::string state;  ///< SHA-256 of the last state
    std::string record; ///< path from the database's folder; empty: none
    std::string replay; ///< its page, in the site's folder; empty: none
};

/// The ratings of the AIs after a part of the games.
struct RatingsAt {
    std::string time;
    std::int64_t games = 0;
    std::vector<double> elo; ///< by AI, on the scale of the table
    std::vector<int> played; ///< by AI: games so far
};

struct SiteData {
    SiteData() = default;
    SiteData(SiteData&&) = default; // parts point to others
    SiteData(const SiteData&) = delete;
    SiteData& operator=(const SiteData&) = delete;

    SiteConfig config;
    bool is_frozen = false;   ///< the standings have stopped
    bool has_embargo = false; ///< there are no replays yet
    bool is_season = false;   ///< else a tournament, which nobody can enter
    std::string folder;       ///< of the database
    std::string game;
    int seats = 2; ///< contestants in a game
    Teams places;  ///< how they take the seats
    SeasonStandings standings;
    std::vector<StoredVersion> versions;
    std::vector<SiteEntry> entries; ///< by name, in natural order
    std::vector<int> entry_of;      ///< by AI
    std::vector<int> version_of;    ///< by AI
    std::vector<std::string> fields;
    std::vector<std::string> field_files;
    std::vector<SiteGame> games;                        ///< by index
    std::vector<std::vector<const SiteGame*>> games_of; ///< by entry: those in which it took part
    std::vector<const AiRow*> row_of_ai;                ///< by AI: its row of the summary
    std::vector<const SeasonRow*> row_of_entry; ///< by entry: its row of the table; or nullptr
    /// Pages that lie in the folder of their kind, from before there were many, in the site's
    /// folder: they stay where people have their address.
    std::unordered_set<std::string> flat;
    std::map<int, std::vector<FaultGroup>> faults; ///< by entry
    std::vector<RatingsAt> history;                ///< about a dozen, the last with all games
    std::vector<StoredField> stored_fields;        ///< as in the database
    std::map<int, Explanation> explanations;       ///< by AI: where the active versions lose
    std::string day_begins;         ///< a day before the last game; empty without games
    std::map<int, int> rank_before; ///< by entry: its rank a day before the last game

    const SiteEntry& entry(int ai) const {
        return entries[static_cast<std::size_t>(entry_of[static_cast<std::size_t>(ai)])];
    }
    const StoredVersion& version(int ai) const {
        return versions[static_cast<std::size_t>(version_of[static_cast<std::size_t>(ai)])];
    }
};

SiteData read_site_data(const Results& store, const SiteConfig& config);
/// Adds the explanations of all AIs in the table, unless there are too many games for that.
void add_explanations(const Results& store, SiteData& data);

/// Negative if `a` comes before `b`, 0 if they are equal; numbers count by value: "e2", "e10".
int natural_order(const std::string& a, const std::string& b);

/// True if there may be more than 1,000 pairs.
bool has_many_pairs(const SiteData& data);

/// A pair's page, in the site's folder, the same for either order: "pair/A@B.html", or
/// "pair/A/B.html" if there are many pairs, unless the site already has the former.
std::string pair_path(const SiteData& data, const SiteEntry& one, const SiteEntry& other);

} // namespace referee
