#pragma once

/// bias_reduced() of many AIs (plackett_luce.hpp): the same estimate, by iterations that take time
/// and memory proportional to the pairs of AIs that met.

#include "tournament/statistics/plackett_luce.hpp"

#include <vector>

namespace referee {

/// The θ, from `start` on if it isn't empty. `groups`: by AI; the mean of each group is 0.
Eigen::VectorXd large_bias_reduced(
    const FinishingOrders& orders, const std::vector<int>& groups,
    const Eigen::VectorXd& start = {});

} // namespace referee
