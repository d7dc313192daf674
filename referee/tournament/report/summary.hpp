#pragma once

/// The results of a tournament as numbers. figures.hpp says how each is printed.

#include "match/result.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/statistics/adjusted_estimate.hpp"
#include "tournament/statistics/cycles.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/ratings.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/statistics/styles.hpp"
#include "tournament/statistics/without_ladder.hpp"
#include "tournament/store/results.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace referee {

/// What a race has decided about an AI: certainly among the best, certainly not, or neither.
enum class RaceState { in, undecided, out };

constexpr auto enum_names(RaceState) {
    return std::to_array<std::string_view>({"in", "undecided", "out"});
}

/// One AI over all its games.
struct AiRow {
    int ai = 0; ///< index in the tournament
    /// By rating; in a knockout or ladder the place in it, see Verdict. 0: it has none.
    int rank = 0;
    int rank_best = 0; ///< the confidence set of the rank by rating; 0: it has none
    int rank_worst = 0;
    RaceState race = RaceState::undecided; ///< in a race
    Ratings::Rating rating;
    std::int64_t games = 0;
    std::int64_t wins = 0;  ///< alone on rank 1
    std::int64_t draws = 0; ///< rank 1 shared
    std::int64_t losses = 0;
    std::int64_t no_winner = 0; ///< games without a winner, neither drawn nor lost
    double share = 0;           ///< each game is worth one point
    double points = 0;          ///< by rank, see --points
    double score = 0;           ///< sum of the game's own scores
    std::array<std::int64_t, all_names<Fault>.size()> faults{}; ///< by Fault
    Measurements measured;
    TimeHistogram times;

    std::int64_t fault_count() const {
        return std::accumulate(faults.begin() + 1, faults.end(), std::int64_t{0});
    }
};

/// The games in which two AIs took part.
struct Meeting {
    double share = 0; ///< of the AI whose row it is
    std::int64_t games = 0;
};

/// By two AIs; of one AI, all its games.
class Meetings {
  public:
    class Row {
      public:
        explicit Row(std::size_t ais) : all_(ais <= max_ais_with_table ? ais : 0) {}
        const Meeting& operator[](int other) const {
            static const Meeting never;
            if (!all_.empty()) {
                return all_[static_cast<std::size_t>(other)];
            }
            const auto found = met_.find(other);
            return found == met_.end() ? never : found->second;
        }
        Meeting& operator[](int other) {
            return all_.empty() ? met_[other] : all_[static_cast<std::size_t>(other)];
        }

      private:
        friend class Meetings;
        std::vector<Meeting> all_; ///< by AI; empty if there are many
        std::unordered_map<int, Meeting> met_;
    };

    explicit Meetings(std::size_t ais = 0) : rows_(ais, Row(ais)) {}
    const Row& operator[](int ai) const { return rows_[static_cast<std::size_t>(ai)]; }
    Row& operator[](int ai) { return rows_[static_cast<std::size_t>(ai)]; }
    /// The others with games against `ai`, in any order.
    std::vector<int> met_by(int ai) const;

  private:
    /// With more, most have not met.
    static constexpr std::size_t max_ais_with_table = 500;
    std::vector<Row> rows_;
};

/// Two AIs of a two-player game, over complete double matches.
struct Pairing {
    int first = 0;
    int second = 0;
    PairCounts counts;
    MatchStatistics result;
    /// That one of the two is ahead on more fields: for all pairings at once, whenever somebody
    /// looks (any_time.hpp).
    double any_time_p_value = 1;
};

/// Why an AI of a season has no rank although it has a rating.
enum class Unranked {
    no,       ///< it has one, unless it has no rating either
    baseline, ///< it plays out of competition
    replaced, ///< a newer version of its entry was accepted
    excluded, ///< the organiser has decided that it doesn't play
    broken    ///< it can't be played any more
};

struct TournamentSummary {
    StoredTournament tournament;
    std::vector<std::string> names; ///< by AI, fit for a terminal
    /// In a season: by AI, true for a version that a newer one of its entry has replaced, or that
    /// is out. Empty outside of seasons.
    std::vector<bool> is_past;
    std::vector<Unranked> unranked; ///< by AI; empty outside of seasons
    std::int64_t games = 0;
    std::int64_t planned = 0;     ///< games of the whole plan, or of this shard
    int fields = 0;               ///< number of fields played on
    std::vector<AiRow> standings; ///< best first
    Meetings meetings;
    std::vector<Pairing> pairings;
    std::vector<SeatRow> seats;                       ///< by seat
    std::vector<Ratings::Difference> differences;     ///< of all pairs, or of those that met
    std::shared_ptr<const Ratings::AnyPair> any_pair; ///< of many AIs: any two of them
    std::optional<Ratings::Approximation> approximation;
    std::vector<int> group_fields;  ///< by group: fields with rated games
    std::optional<Cycle> cycle;     ///< AIs that certainly beat one another in a circle
    std::optional<StyleMap> styles; ///< where these stand, and all that met them; with a cycle
    std::vector<WithoutLadder> without_ladder; ///< of the same, if two play a game
    int groups = 0;             ///< groups of AIs that never met; each is rated separately
    bool has_no_winner = false; ///< true if some game had no winner
    std::string sprt;           ///< what the sequential test says (several lines), or empty
    std::optional<Sprt> sprt_test;
    std::optional<AdjustedEstimate> adjusted; ///< once the test or its fields are over
    std::optional<Verdict> verdict;           ///< of a plan that depends on results
    std::vector<std::string> notes;
};

/// With more AIs the tables of pairs have thousands of rows, which nobody reads: text and page
/// leave them out.
inline constexpr std::size_t max_ais_in_pairs = 20;

/// Fixes the rating scale: an AI (index) and its rating; −1: the mean is 0.
struct Anchor {
    int ai = -1;
    double elo = 0;
};

/// By AI the first one that is the same program; copies are rated as one (Ratings). Itself if all
/// are the same: then they are told apart by name.
std::vector<int> first_of_program(const Results& store);

/// Reads all games of the store.
TournamentSummary read_summary(const Results& store, const Anchor& anchor);

/// Gives these rows the ranks that they have among one another: a difference that is certain among
/// all AIs is certain among some of them. `any_pair`: where `differences` has only AIs that met.
void rank_among(
    const std::vector<AiRow*>& rows, const std::vector<Ratings::Difference>& differences,
    const Ratings::AnyPair* any_pair);

} // namespace referee
