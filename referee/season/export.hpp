#pragma once

/// Parts of a season as ordinary tournaments: its final, and matches that other machines play.

#include "game/game.hpp"
#include "season/config.hpp"
#include "season/entries/versions.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/store/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace referee {

// New fields for a season and its final.

struct FieldRequest {
    std::string game;
    CreateRequest create;
    int count = 50;
    std::optional<std::uint64_t> seed; ///< of the first; none: random and unknown to anybody
};

/// Makes the folder with field-001.dat, field-002.dat, … under another name first. Throws UserError
/// for a wrong request.
void make_fields(const FieldRequest& request, const std::string& folder);

struct FinalRequest {
    int top = 8;
    std::string format; ///< empty: that of a tournament
    FieldRequest fields;
    std::string folder; ///< must not exist
};

struct WrittenFinal {
    std::vector<std::string> entries; ///< in the order of the table
    std::vector<std::string> notes;   ///< for the organiser: entries with the same files
};

/// Writes a folder with tournament.ini, copies of the best entries and new fields. The entries
/// stand in the order of the table, by which a knockout is seeded. Throws UserError.
WrittenFinal
write_final(const SeasonConfig& config, const Results& store, const FinalRequest& request);

/// Writes a folder with tournament.ini and schedule.txt, the next `matches` matches of the queue,
/// and reserves them. Returns their number. Throws UserError.
std::int64_t write_batch(
    const SeasonConfig& config, SeasonBook& store, std::int64_t matches, const std::string& folder);

/// Some matches of a season as a tournament with a schedule, as the text of its files.
struct MatchesAsTournament {
    std::string ini;      ///< of tournament.ini
    std::string schedule; ///< of schedule.txt beside it
};
MatchesAsTournament tournament_of(
    const SeasonConfig& config, const Results& store, const std::vector<PlannedMatch>& matches);

/// Visits the games of such a tournament, in the order of their indexes, with the season's numbers
/// of AIs and fields, and details of faults. Index and match are the tournament's own. Throws
/// UserError if an AI or field isn't the season's.
void for_each_game_of(
    const Store& tournament, const Results& season, const std::function<void(GameOutcome)>& look);

/// Adds the games of a batch that was played elsewhere. Games that are there already are left out.
/// Throws UserError if it isn't a batch of this season, or if two results of a game differ.
Store::Joined join_batch(Store& store, const std::string& database);

} // namespace referee
