#pragma once

/// Ratings without intervals and ranks, for choosing the next match of a season: the same model and
/// estimate as ratings.hpp, with the errors of independent games.

#include "tournament/finishing_orders.hpp"

#include <vector>

namespace referee {

struct QuickRating {
    double elo = 0;   ///< the mean of all is 0
    double error = 0; ///< standard error, Elo
};

/// By AI; `ais` is their number.
std::vector<QuickRating> quick_ratings(const FinishingOrders& orders, int ais);

} // namespace referee
