#pragma once

/// Ratings of many AIs, in time and memory proportional to the games but for one pass over all
/// pairs: the same estimate and the same kinds of errors as ratings.hpp, found by iteration and
/// from random draws instead of from the inverse of a full matrix.
///
/// - The estimate is that of bias_reduced() (large_estimate.hpp).
///
/// - Intervals are standard errors (large_errors.hpp), never profiles. AIs outside the core have no
///   bounds.
///
/// - Differences are listed for AIs that met; others are computed when asked for.
///
/// - Whether a difference is certain is judged with bounds (certain_pairs.hpp).

#include "tournament/statistics/ratings.hpp"

#include <vector>

namespace referee {

/// As Ratings::fit(). `same_as`: by AI the first one that is the same program.
Ratings::Result large_fit(
    const FinishingOrders& orders, const std::vector<int>& same_as, int anchor, double anchor_elo);

} // namespace referee
