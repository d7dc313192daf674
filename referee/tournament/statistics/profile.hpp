#pragma once

/// Intervals by profile likelihood: all values that, with the likeliest strengths of all AIs for
/// them, make the results not much less likely than the likeliest value. Unlike a standard error
/// they are right where an AI has hardly won or lost: there they reach farther to that side.

#include "tournament/statistics/plackett_luce.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace referee {

/// The likelihood of the games between the AIs of a core.
class Profile {
  public:
    /// `places` gives each AI of the core its index in `start`, which is near the maximum; −1: not
    /// in the core. Games with others say nothing about differences within the core.
    Profile(
        const FinishingOrders& orders, const std::vector<int>& places,
        const Eigen::VectorXd& start);

    /// Both ends of the interval of Σ factors_i · θ_i, where Σ factors_i = 0. `worth`: the number
    /// of independent games that a game is worth; `quantiles`: of the signed root of twice the loss
    /// of log-likelihood, which is about normal, for the lower and the upper end.
    std::pair<double, double> interval_of(
        const Eigen::VectorXd& factors, double worth, std::pair<double, double> quantiles) const;

    /// The signed root for the value 0: standard errors by which the sum is above 0.
    double deviations_from_zero(const Eigen::VectorXd& factors, double worth) const;

  private:
    double end_of(const Eigen::VectorXd& factors, double worth, double quantile, int sign) const;

    FinishingOrders orders_;
    Maximum maximum_;
    Eigen::MatrixXd inverse_; ///< of the information
};

/// The bound of an AI that only won (`sign` 1) or only lost (−1) against the core: the θ relative
/// to the mean of `scale` at which the likeliest strengths of all others give such results a
/// probability of 2.5 %. `weights`: what a game of each order counts. None if no bound follows.
std::optional<double> bound_of(
    int ai, double sign, const FinishingOrders& orders, const std::vector<double>& weights,
    std::size_t ais, const std::vector<int>& scale);

} // namespace referee
