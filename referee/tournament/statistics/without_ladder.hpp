#pragma once

/// Strength where AIs beat one another in a circle, so that no single ladder has them all: Nash
/// averaging and alpha-rank, with their uncertainty by drawing fields again.

#include "tournament/statistics/plackett_luce.hpp"

#include <vector>

namespace referee {

/// A figure with the range that holds 95 % of those from fields drawn with replacement.
struct DrawnRange {
    double value = 0;
    double low = 0;
    double high = 0;
};

struct WithoutLadder {
    int ai = 0;
    DrawnRange nash;       ///< share of the Nash mixture, 0 to 1
    DrawnRange gain;       ///< Elo against the mixture; 0 for those that have a share
    DrawnRange alpha_rank; ///< mass, 0 to 1
};

/// Of AIs that all met one another, in a game of two; the largest Nash share first. Empty if there
/// are fewer than 3 or more than 40.
std::vector<WithoutLadder>
without_ladder(const FinishingOrders& orders, const std::vector<int>& ais);

} // namespace referee
