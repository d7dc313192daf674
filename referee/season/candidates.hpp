#pragma once

/// The data that the queue of a season needs from its database.

#include "season/config.hpp"
#include "season/queue.hpp"
#include "season/versions.hpp"
#include "tournament/plan.hpp"
#include "tournament/quick_ratings.hpp"

#include <functional>
#include <vector>

namespace referee {

/// The versions that play. `ratings` are by AI; some may be missing.
std::vector<Candidate> candidates_of(
    const SeasonConfig& config, const Store& store, const std::vector<VersionState>& states,
    const std::vector<QuickRating>& ratings);

/// Visits all games and, after the last game of each match, the match with the number of its games.
void for_each_match(
    const SeasonConfig& config, const Store& store,
    const std::function<void(const GameOutcome&)>& look_at_game,
    const std::function<void(const PlannedMatch&, int games)>& look_at_match);

/// Adds a game's order for ratings. With more than two seats a game without a winner orders nobody.
void add_order(FinishingOrders& orders, const GameOutcome& game);

QueueConfig queue_config(const SeasonConfig& config, bool plays_on);

/// The queue when nothing is being played.
Queue queue_of(const SeasonConfig& config, const Store& store);

} // namespace referee
