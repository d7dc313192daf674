#pragma once

/// What a tournament came to, as numbers; text_tables.cpp, csv_tables.cpp, json.cpp
/// and html.cpp print them.

#include "match/time_histogram.hpp"
#include "tournament/plan.hpp"
#include "tournament/ratings.hpp"
#include "tournament/sprt.hpp"
#include "tournament/statistics.hpp"
#include "tournament/store.hpp"
#include "tournament/transitivity.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// One AI over all its games.
struct AiRow {
    int ai = 0;    ///< index in the tournament
    int place = 0; ///< in a knockout or ladder, see Verdict; it is the rank there
    Ratings::Rating rating;
    std::int64_t games = 0;
    std::int64_t wins = 0;  ///< alone on rank 1
    std::int64_t draws = 0; ///< rank 1 shared
    std::int64_t losses = 0;
    std::int64_t no_winner = 0; ///< games that nobody has won; neither drawn nor lost
    double share = 0;           ///< of the games' points, one a game
    double points = 0;          ///< by rank, as --points says
    double score = 0;           ///< the game's own counting, summed
    std::array<std::int64_t, fault_names.size()> faults{}; ///< by Fault
    Measurements measured;
    TimeHistogram times;

    std::int64_t fault_count() const;
};

/// Games in which two AIs took part.
struct Meeting {
    double share = 0; ///< of the AI whose row it is
    std::int64_t games = 0;
};

/// Two AIs of a game for two, over complete double matches.
struct Pairing {
    int first = 0;
    int second = 0;
    PairCounts counts;
    MatchStatistics result;
    double corrected_sign_test = 1; ///< by Holm, over all pairings
};

/// A seat over all games; where the match decides, by the score of each game.
struct SeatRow {
    std::int64_t games = 0;
    double share = 0;       ///< summed
    ShareInterval interval; ///< 95 %, with fields as units
};

struct TournamentSummary {
    StoredTournament tournament;
    std::vector<std::string> names; ///< by AI, fit for a terminal
    std::int64_t games = 0;
    std::int64_t planned = 0;                   ///< games of the whole plan, or of this shard
    int fields = 0;                             ///< that have been played on
    std::vector<AiRow> standings;               ///< best first
    std::vector<std::vector<Meeting>> meetings; ///< by AI and AI; the diagonal is the AI's total
    std::vector<Pairing> pairings;
    std::vector<SeatRow> seats; ///< by seat
    std::vector<Ratings::Difference> differences;
    std::optional<Misfit> misfit; ///< the AIs that contradict the ratings most, certain or not
    int groups = 0;               ///< of AIs that never met; each is rated apart
    bool has_no_winner = false;   ///< true if some game was won by nobody
    std::string sprt;             ///< what the sequential test says (several lines), or empty
    std::optional<Sprt> sprt_test;
    std::optional<Verdict> verdict; ///< of a plan that depends on results
    std::vector<std::string> notes;
};

/// Where the rating scale stands still: the AI (index) and its rating; −1: the mean is 0.
struct Anchor {
    int ai = -1;
    double elo = 0;
};

/// Reads all games of the store.
TournamentSummary read_summary(const Store& store, const Anchor& anchor);

/// Games of a plan, or of one shard of it.
std::int64_t planned_games(const StoredTournament& tournament);

} // namespace referee
