#pragma once

/// The settings of a tournament.

#include "match/config.hpp"
#include "tournament/plan.hpp"
#include "tournament/sprt.hpp"

#include <optional>
#include <string>

namespace referee {

struct TournamentConfig {
    PlanConfig plan;
    SeatOrders seat_orders = SeatOrders::rotate;
    int shard = 1; ///< of `shards`: the matches whose index is congruent to it
    int shards = 1;
    std::optional<SprtConfig> sprt;
    bool match_decides = false;
    std::string records; ///< the folder of records, relative to the database's folder
};

} // namespace referee
