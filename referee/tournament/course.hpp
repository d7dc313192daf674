#pragma once

/// A plan together with stored games: the results of matches, which some plans depend on, and new
/// places for games that were set aside.

#include "tournament/plan.hpp"
#include "tournament/store.hpp"

#include <map>
#include <optional>
#include <vector>

namespace referee {

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

} // namespace referee
