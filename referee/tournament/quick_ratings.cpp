#include "tournament/quick_ratings.hpp"

#include "tournament/plackett_luce.hpp"

#include <cmath>

namespace referee {

std::vector<QuickRating> quick_ratings(const FinishingOrders& orders, int ais) {
    if (ais == 0) {
        return {};
    }
    const Maximum maximum =
        maximum_likelihood(orders, orders.counts(), static_cast<std::size_t>(ais), 1);
    // The prior makes the information positive definite.
    const Eigen::MatrixXd variances = maximum.likelihood.information.inverse();
    std::vector<QuickRating> ratings;
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        ratings.push_back(
            {elo_per_theta * maximum.thetas(ai),
             elo_per_theta * std::sqrt(std::max(0.0, variances(ai, ai)))});
    }
    return ratings;
}

} // namespace referee
