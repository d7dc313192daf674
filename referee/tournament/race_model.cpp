#include "tournament/race_model.hpp"

#include "tournament/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace referee {
namespace {

/// Deviation of the prior. Most differences that are hard to decide are smaller.
const double prior_deviation = 60 / elo_per_theta;

constexpr double min_dispersion = 0.1;

/// log of the e-value that a difference is above 0, of an estimate above 0 with this variance.
double log_evidence(double difference, double variance) {
    const double square = prior_deviation * prior_deviation;
    const double share = square / (square + variance);
    const double z = difference * std::sqrt(share / variance);
    return z * z / 2 - std::log((variance + square) / variance) / 2 +
           std::log(std::erfc(-z / std::sqrt(2.0)));
}

} // namespace

RaceModel::RaceModel(int ais)
    : played_(static_cast<std::size_t>(ais)), thetas_(Eigen::VectorXd::Zero(ais)) {}

void RaceModel::add(const std::vector<int>& group, const std::vector<double>& points) {
    ++results_[{group, points}];
    for (const int ai : group) {
        ++played_[static_cast<std::size_t>(ai)];
    }
}

RaceModel::Sums RaceModel::sums() const {
    const Eigen::Index ais = thetas_.size();
    Sums sums;
    sums.gradient = Eigen::VectorXd::Zero(ais);
    sums.information = sums.scatter = Eigen::MatrixXd::Zero(ais, ais);
    for (Eigen::Index ai = 0; ai < ais; ++ai) {
        // The prior: a win and a loss against an average AI.
        const double expected = 1 / (1 + std::exp(-thetas_[ai]));
        sums.gradient[ai] += 1 - 2 * expected;
        sums.information(ai, ai) += 2 * expected * (1 - expected);
    }
    for (const auto& [result, count] : results_) {
        const auto& [group, points] = result;
        const double all = std::accumulate(points.begin(), points.end(), 0.0);
        const auto size = static_cast<Eigen::Index>(group.size());
        Eigen::VectorXd shares = thetas_(group).array().exp();
        shares /= shares.sum();
        const Eigen::VectorXd excess =
            Eigen::Map<const Eigen::VectorXd>(points.data(), size) - all * shares;
        for (Eigen::Index i = 0; i < size; ++i) {
            const int one = group[static_cast<std::size_t>(i)];
            sums.gradient[one] += count * excess[i];
            sums.information(one, one) += count * all * shares[i];
            for (Eigen::Index j = 0; j < size; ++j) {
                const int other = group[static_cast<std::size_t>(j)];
                sums.information(one, other) -= count * all * shares[i] * shares[j];
                sums.scatter(one, other) += count * excess[i] * excess[j];
            }
            if (all > 0) {
                sums.surprise += count * excess[i] * excess[i] / (all * shares[i]) /
                                 static_cast<double>(size - 1);
            }
        }
        sums.matches += all > 0 ? count : 0;
    }
    return sums;
}

RaceModel::Estimate RaceModel::fit() {
    // A few steps of Newton's method suffice, from the estimate before. Long ones may diverge.
    constexpr int steps = 3;
    constexpr double max_length = 1;
    for (int count = 0; count < steps; ++count) {
        const Sums at = sums();
        const Eigen::VectorXd step = at.information.ldlt().solve(at.gradient);
        thetas_ += step * std::min(1.0, max_length / step.cwiseAbs().maxCoeff());
    }
    const Sums at = sums();
    const Eigen::Index ais = thetas_.size();
    const Eigen::MatrixXd inverse =
        at.information.ldlt().solve(Eigen::MatrixXd::Identity(ais, ais));
    const double freedom = std::max(1.0, at.matches - static_cast<double>(ais) + 1);
    // With few matches the games count as no more than independent ones.
    const bool are_few = at.matches < 2 * static_cast<double>(ais);
    const double dispersion = std::max(at.surprise / freedom, are_few ? 1.0 : min_dispersion);
    const Eigen::MatrixXd sandwich = inverse * at.scatter * inverse * (at.matches / freedom);
    Estimate estimate{thetas_, Eigen::MatrixXd::Zero(ais, ais)};
    for (Eigen::Index one = 0; one < ais; ++one) {
        for (Eigen::Index other = 0; other < ais; ++other) {
            const double difference = thetas_[one] - thetas_[other];
            if (difference > 0) {
                const auto variance_in = [&](const Eigen::MatrixXd& covariance) {
                    return covariance(one, one) + covariance(other, other) -
                           2 * covariance(one, other);
                };
                // A sandwich estimate may be far too small by chance.
                estimate.evidence(one, other) = log_evidence(
                    difference, std::max(variance_in(sandwich), dispersion * variance_in(inverse)));
            }
        }
    }
    return estimate;
}

} // namespace referee
