#pragma once

/// The games of a plan that are still to be played, in the order of indexes: those that are not in
/// the store. Finished matches are reported to the plan and to the SPRT.

#include "tournament/plan/plan.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/outcome.hpp"
#include "tournament/store/store.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace referee {

// A plan together with stored games: the results of matches, which some plans depend on, and new
// places for games that were set aside.

/// The results of a match, in the order of the group.
struct MatchSums {
    std::vector<double> points; ///< each game is worth one point
    std::vector<double> scores;
};

/// Sums up the games of a complete match. If the match decides, changes its games accordingly.
MatchSums
sums_of_match(const PlannedMatch& match, std::vector<GameOutcome>& games, bool match_decides);

/// The AIs by seat in one game of a match.
std::vector<int> seating_of(const PlannedMatch& match, const std::vector<int>& rotation);

/// Finds games that were set aside, match by match.
class SetAside {
  public:
    SetAside(Store& store, std::vector<std::vector<int>> rotations);
    /// Puts the games of this match that exist into the plan. Returns their number.
    int adopt(const PlannedMatch& match);

  private:
    Store& store_;
    std::vector<std::vector<int>> rotations_;
    int field_ = -1; ///< of games_
    std::multimap<std::vector<int>, std::int64_t> games_;
};

/// The keys of AIs and fields for random draws, from their names and hashes.
void set_keys(
    PlanConfig& config, const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);

/// The configuration of a stored tournament's plan; nothing for a schedule, whose lines aren't
/// stored.
std::optional<PlanConfig> plan_config_of(const Store& store);

/// Advances a plan that depends on results as far as games are stored.
void follow(Plan& plan, const Store& store, int games_per_match, SetAside* set_aside = nullptr);

/// Grows a tournament. Games of the new plan keep counting; returns their number.
std::int64_t
grow(Store& store, const Store::Regrouping& regrouping, Plan& plan, SetAside& set_aside);

class GameQueue {
  public:
    /// Keeps references to configuration, store and progress.
    GameQueue(
        const TournamentConfig& config, Store& store, Progress& progress,
        std::unique_ptr<Plan> plan);
    /// The progress asks it no more.
    ~GameQueue();
    GameQueue(const GameQueue&) = delete;
    GameQueue& operator=(const GameQueue&) = delete;

    /// The next game; nothing if there is none, or none before further results. Throws UserError if
    /// the store holds games that don't belong to the plan.
    std::optional<GameToPlay> next();

    /// Takes the outcome of a game that next() gave. If it completes a match, returns the match's
    /// games with its result.
    std::vector<GameOutcome> finished(const GameOutcome& outcome);

    /// One of the match's games can't be played: the match stays open, and no further games of it
    /// are given.
    void abandon(std::int64_t match);

  private:
    /// A match with games still to be played.
    struct OpenMatch {
        PlannedMatch planned;
        std::map<int, GameOutcome> done; ///< by rotation
        bool is_abandoned = false;       ///< one of its games can't be played
    };

    bool open_next_match();
    std::string status() const;
    void read_finished(OpenMatch& match) const;
    void queue_missing(const OpenMatch& match);
    bool has_ais_of(const GameOutcome& outcome, const OpenMatch& match, int rotation) const;
    std::vector<GameOutcome> close(const OpenMatch& match);

    const TournamentConfig& config_;
    Store& store_;
    Progress& progress_;
    std::unique_ptr<Plan> plan_;
    std::vector<std::vector<int>> rotations_; ///< by rotation and seat: place in the group
    std::optional<Sprt> sprt_;
    std::optional<SetAside> set_aside_; ///< of a plan that depends on results
    std::map<std::int64_t, OpenMatch> open_;
    std::deque<GameToPlay> waiting_;
    std::vector<std::int64_t> known_; ///< finished games in the part of the plan looked up last
    std::int64_t known_end_ = 0;      ///< index of the first game after that part
};

} // namespace referee
