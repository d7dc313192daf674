#pragma once

/// The queue of a season: it finds the most valuable next match. Pure values: the state of the
/// candidates goes in, a match comes out. referee/season/README.md, "Who plays whom".

#include "season/config.hpp"
#include "season/entries/versions.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace referee {

/// A version that may play.
struct Candidate {
    int ai = 0;
    double rating = 0;  ///< Elo
    double error = 350; ///< standard error of the rating, Elo
    bool is_baseline = false;
    /// Its entry has used up its time for this hour: it waits while others have something to play.
    bool is_over_budget = false;
};

struct QueueConfig {
    int seats = 2;
    int fields = 1;
    int games = 20;     ///< minimum matches of each version, without those for marks
    int max_games = 80; ///< maximum of the same
    int mark_games = 0; ///< additional matches against each baseline, on the first fields
};

struct QueuedMatch {
    int field = 0;
    std::vector<int> group; ///< AIs, in no particular order
    bool operator==(const QueuedMatch&) const = default;
};

class Queue {
  public:
    explicit Queue(const QueueConfig& config) : config_(config) {}

    /// Replaces the candidates; the counts are kept.
    void set_candidates(std::vector<Candidate> candidates);
    const std::vector<Candidate>& candidates() const { return candidates_; }
    /// Pairs of AIs that never play each other, the smaller number first.
    void set_apart(std::set<std::pair<int, int>> pairs) { apart_ = std::move(pairs); }
    /// Counts a match that was played or is being played.
    void count(const QueuedMatch& match) { add(match, 1); }
    /// Takes back count(): the match can't be played after all.
    void uncount(const QueuedMatch& match) { add(match, -1); }
    /// The most valuable match; nothing if every version has its games. The caller counts it.
    std::optional<QueuedMatch> next() const;
    /// The number of matches of an AI.
    int matches_of(int ai) const;
    /// The number of matches left until every version has its minimum.
    std::int64_t missing() const;

  private:
    /// What two AIs have played against each other.
    struct Meetings {
        int matches = 0;
        std::vector<std::pair<int, int>> by_field; ///< fields and matches on them, in any order
    };

    void add(const QueuedMatch& match, int count);
    std::optional<QueuedMatch> next_of(const std::vector<Candidate>& playing) const;
    const Candidate* neediest(const std::vector<Candidate>& playing) const;
    const Candidate* widest_error(const std::vector<Candidate>& playing) const;
    std::optional<QueuedMatch>
    next_for_marks(const Candidate& first, const std::vector<Candidate>& playing) const;
    bool fill(std::vector<int>& group, const std::vector<Candidate>& playing) const;
    int field_for(const std::vector<int>& group) const;
    double worth(const Candidate& one, const Candidate& other) const;
    int target(const Candidate& candidate) const;
    int matches_for_marks(const Candidate& candidate) const;
    int marks_missing(int ai) const;
    int count_marks_missing(int ai) const;
    const Meetings* meetings(int one, int other) const;
    int met(int one, int other) const;
    int met_on(int one, int other, int field) const;
    bool may_join(const std::vector<int>& group, int ai) const;

    QueueConfig config_;
    std::set<std::pair<int, int>> apart_;
    std::vector<Candidate> candidates_;               ///< by AI
    std::vector<int> baselines_;                      ///< AIs among them, ascending
    std::vector<int> matches_;                        ///< by AI
    std::vector<int> marks_missing_;                  ///< by AI: meetings, if it is a candidate
    std::unordered_map<std::uint64_t, Meetings> met_; ///< by pair_key()
    std::vector<std::vector<int>> own_fields_;        ///< by AI, then by field
};

// The data that the queue of a season needs from its database.

/// By AI, the seconds that the moves of all versions of its entry have taken in the last hour.
std::vector<double> time_of_entries(const Results& store);

/// The versions that play. `ratings` and `seconds`, that of time_of_entries(), are by AI; some may
/// be missing.
std::vector<Candidate> candidates_of(
    const SeasonConfig& config, const Results& store, const std::vector<VersionState>& states,
    const std::vector<QuickRating>& ratings, const std::vector<double>& seconds);

/// Visits all games and, after the last game of each match, the match with the number of its games.
void for_each_match(
    const SeasonConfig& config, const Results& store,
    const std::function<void(const GameOutcome&)>& look_at_game,
    const std::function<void(const PlannedMatch&, int games)>& look_at_match);

/// Adds a game's order for ratings. With more than two seats a game without a winner orders nobody.
void add_order(FinishingOrders& orders, const GameOutcome& game);

QueueConfig queue_config(const SeasonConfig& config, bool plays_on);

/// The queue when nothing is being played.
Queue queue_of(const SeasonConfig& config, const Results& store);

} // namespace referee
