#include "tournament/statistics/profile.hpp"

#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>

namespace referee {

Profile::Profile(
    const FinishingOrders& orders, const std::vector<int>& places, const Eigen::VectorXd& start)
    : orders_(orders.among(places)), maximum_(maximum_likelihood_from(start, orders_)),
      inverse_(maximum_.likelihood.information.ldlt().solve(
          Eigen::MatrixXd::Identity(start.size(), start.size()))) {}

std::pair<double, double> Profile::interval_of(
    const Eigen::VectorXd& factors, double worth, std::pair<double, double> quantiles) const {
    return {
        end_of(factors, worth, quantiles.first, -1), end_of(factors, worth, quantiles.second, 1)};
}

double
Profile::end_of(const Eigen::VectorXd& factors, double worth, double quantile, int sign) const {
    const double best = factors.dot(maximum_.thetas);
    // The strengths move from the maximum as if the likelihood were quadratic, which is a good
    // first guess; then from those found last.
    const Eigen::VectorXd direction =
        inverse_ * factors / factors.dot(inverse_ * factors) * static_cast<double>(sign);
    Eigen::VectorXd last = maximum_.thetas;
    double last_way = 0;
    const auto excess = [&](double way) {
        const Maximum at = maximum_likelihood_from(
            last + (way - last_way) * direction, orders_, Constraint{factors, best + sign * way});
        last = at.thetas;
        last_way = way;
        const double loss = std::max(0.0, maximum_.likelihood.value - at.likelihood.value);
        return std::sqrt(2 * worth * loss) - quantile;
    };
    constexpr double farthest = 60; // 10,000 Elo
    double near = 0;
    double near_excess = -quantile;
    double far = quantile * std::sqrt(factors.dot(inverse_ * factors) / worth);
    double far_excess = excess(far);
    while (far_excess < 0 && far < farthest) {
        const double slope = (far_excess - near_excess) / (far - near);
        near = far;
        near_excess = far_excess;
        far += std::clamp(-1.1 * far_excess / std::max(slope, 1e-12), 0.02 * far, far);
        far_excess = excess(far);
    }
    if (far_excess <= 0) {
        return best + sign * far;
    }
    std::uintmax_t steps = 40;
    const auto [low, high] = boost::math::tools::toms748_solve(
        excess, near, far, near_excess, far_excess, boost::math::tools::eps_tolerance<double>(20),
        steps);
    return best + sign * (low + high) / 2;
}

double Profile::deviations_from_zero(const Eigen::VectorXd& factors, double worth) const {
    const double best = factors.dot(maximum_.thetas);
    const Maximum at = maximum_likelihood_from(maximum_.thetas, orders_, Constraint{factors, 0});
    const double loss = std::max(0.0, maximum_.likelihood.value - at.likelihood.value);
    return std::copysign(std::sqrt(2 * worth * loss), best);
}

std::optional<double> bound_of(
    int ai, double sign, const FinishingOrders& orders, const std::vector<double>& weights,
    std::size_t ais, const std::vector<int>& scale) {
    constexpr double prior = 1e-3;  // tiny: it only keeps all values finite
    constexpr double farthest = 12; // 2,000 Elo
    Eigen::VectorXd factors = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(ais));
    for (const int other : scale) {
        factors[other] -= 1.0 / static_cast<double>(scale.size());
    }
    factors[ai] += 1;
    const auto log_likelihood = [&](double theta) {
        return maximum_likelihood(orders, weights, ais, prior, Constraint{factors, sign * theta})
            .likelihood.value;
    };
    const double best = log_likelihood(farthest);
    const auto excess = [&](double theta) {
        return best - log_likelihood(theta) + std::log(interval_error / 2);
    };
    if (excess(-farthest) <= 0) {
        return std::nullopt;
    }
    std::uintmax_t steps = 60;
    const auto [low, high] = boost::math::tools::toms748_solve(
        excess, -farthest, farthest, boost::math::tools::eps_tolerance<double>(16), steps);
    return sign * (low + high) / 2;
}

} // namespace referee
