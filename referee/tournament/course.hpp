#pragma once

/// A plan together with the games that are stored: what matches came to, which plans that depend on
/// results are told of, and the places of games that were set aside.

#include "tournament/plan.hpp"
#include "tournament/store.hpp"

#include <map>
#include <optional>
#include <vector>

namespace referee {

/// What the AIs of a group got in a match, in the order of the group.
struct MatchSums {
    std::vector<double> points; ///< of the games' points, one a game
    std::vector<double> scores;
};

/// Sums up the games of a whole match; where the match decides, its games are changed accordingly.
MatchSums
sums_of_match(const PlannedMatch& match, std::vector<GameOutcome>& games, bool match_decides);

/// Who sits where in one game of a match: the AIs by seat.
std::vector<int> seating_of(const PlannedMatch& match, const std::vector<int>& rotation);

/// Finds games that are set aside, match by match of a plan.
class SetAside {
  public:
    SetAside(Store& store, std::vector<std::vector<int>> rotations);
    /// Gives those games of the match that are there their places in the plan; how many.
    int adopt(const PlannedMatch& match);

  private:
    Store& store_;
    std::vector<std::vector<int>> rotations_;
    int field_ = -1; ///< of games_
    std::multimap<std::vector<int>, std::int64_t> games_;
};

/// What stands for AIs and fields in draws: their names, and what they hold.
void set_keys(
    PlanConfig& config, const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);

/// What the plan of a stored tournament is made of; nothing if it is a schedule, whose lines aren't
/// stored.
std::optional<PlanConfig> plan_config_of(const Store& store);

/// Follows a plan that depends on results as far as the stored games reach.
void follow(Plan& plan, const Store& store, int games_per_match, SetAside* set_aside = nullptr);

/// Lets a tournament grow: all games that its plan has keep counting. Returns how many these are.
std::int64_t
grow(Store& store, const Store::Regrouping& regrouping, Plan& plan, SetAside& set_aside);

} // namespace referee
