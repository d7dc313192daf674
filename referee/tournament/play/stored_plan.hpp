#pragma once

/// A plan together with stored games: the configuration that the database has of it, and the
/// results of matches, which some plans depend on.

#include "tournament/plan/plan.hpp"
#include "tournament/play/set_aside.hpp"
#include "tournament/store/outcome.hpp"
#include "tournament/store/store.hpp"

#include <cstdint>
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

/// The keys of AIs and fields for random draws, from their names and hashes.
void set_keys(
    PlanConfig& config, const std::vector<StoredAi>& ais, const std::vector<StoredField>& fields);

/// The configuration of a stored tournament's plan; nothing for a schedule, whose lines aren't
/// stored.
std::optional<PlanConfig> plan_config_of(const Results& store);

/// Advances a plan that depends on results as far as games are stored.
void follow(Plan& plan, const Results& store, int games_per_match, SetAside* set_aside = nullptr);

/// Grows a tournament. Games of the new plan keep counting; returns their number.
std::int64_t
grow(Store& store, const Store::Regrouping& regrouping, Plan& plan, SetAside& set_aside);

} // namespace referee
