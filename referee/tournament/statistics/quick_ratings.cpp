// Ratings for the queue of a season: the maximum of the likelihood with a prior of two games
// against an AI of the mean strength, one of them won.

#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/ratings.hpp"
#include "tournament/statistics/sparse_information.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <eigen3/Eigen/LU>

namespace referee {

namespace {

constexpr double prior = 1;

std::vector<QuickRating> exact(const FinishingOrders& orders, int ais) {
    const Maximum maximum =
        maximum_likelihood(orders, orders.counts(), static_cast<std::size_t>(ais), prior);
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

/// The logarithm of the posterior, whose gradient and information are those of step_at().
double value_at(const FinishingOrders& orders, const Eigen::VectorXd& thetas) {
    double value = log_likelihood(orders, orders.counts(), thetas);
    for (const double theta : thetas) {
        value += prior * log_of_both(theta);
    }
    return value;
}

/// Sets `information`; returns the gradient.
Eigen::VectorXd derivatives_at(
    const FinishingOrders& orders, const Eigen::VectorXd& thetas, SparseMatrix& information) {
    Eigen::VectorXd gradient = set_information(orders, thetas, information);
    for (Eigen::Index ai = 0; ai < thetas.size(); ++ai) {
        const double won = 1 / (1 + std::exp(-thetas[ai]));
        gradient[ai] += prior * (1 - 2 * won);
        information.coeffRef(ai, ai) += prior * 2 * won * (1 - won);
    }
    return gradient;
}

/// Newton's method with step halving. `information` becomes that at the maximum.
Eigen::VectorXd
maximum_from(Eigen::VectorXd thetas, const FinishingOrders& orders, SparseMatrix& information) {
    constexpr int max_steps = 60;
    constexpr double near = 1e-4; // 0.02 Elo
    constexpr double tolerance = 1e-4;
    constexpr double longest = 3;
    double value = value_at(orders, thetas);
    for (int step = 0; step < max_steps; ++step) {
        const Eigen::VectorXd gradient = derivatives_at(orders, thetas, information);
        Eigen::VectorXd way = referee::solve(information, gradient, tolerance);
        const double length = way.cwiseAbs().maxCoeff();
        way *= std::min(1.0, longest / std::max(length, 1e-300));
        double part = 1;
        double reached = value_at(orders, thetas + way);
        while (part > 1e-6 && reached < value - 1e-12 * std::abs(value)) {
            part /= 2;
            reached = value_at(orders, thetas + part * way);
        }
        thetas += part * way;
        value = reached;
        if (length < near) {
            break;
        }
    }
    return thetas;
}

/// The first two terms of the inverse's diagonal: what is known of an AI itself, and what isn't
/// known of its opponents.
Eigen::VectorXd variances_of(const SparseMatrix& information) {
    const Eigen::VectorXd own = information.diagonal();
    Eigen::VectorXd variances = own.cwiseInverse();
    for (int ai = 0; ai < information.outerSize(); ++ai) {
        for (SparseMatrix::InnerIterator entry(information, ai); entry; ++entry) {
            if (entry.col() != ai) {
                const double share = entry.value() / own[ai];
                variances[ai] += share * share / own[entry.col()];
            }
        }
    }
    return variances;
}

std::vector<QuickRating>
iterated(const FinishingOrders& orders, int ais, const std::vector<QuickRating>& before) {
    Eigen::VectorXd start = Eigen::VectorXd::Zero(ais);
    for (std::size_t ai = 0; ai < std::min(before.size(), static_cast<std::size_t>(ais)); ++ai) {
        start[static_cast<Eigen::Index>(ai)] = before[ai].elo / elo_per_theta;
    }
    SparseMatrix information = zero_information(orders, ais);
    const Eigen::VectorXd thetas = maximum_from(start, orders, information);
    const Eigen::VectorXd variances = variances_of(information);
    std::vector<QuickRating> ratings;
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        ratings.push_back({elo_per_theta * thetas[ai], elo_per_theta * std::sqrt(variances[ai])});
    }
    return ratings;
}

} // namespace

std::vector<QuickRating>
quick_ratings(const FinishingOrders& orders, int ais, const std::vector<QuickRating>& before) {
    if (ais == 0) {
        return {};
    }
    return ais <= Ratings::max_exact ? exact(orders, ais) : iterated(orders, ais, before);
}

} // namespace referee
