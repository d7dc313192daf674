#include "tournament/statistics/alpha_rank.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

/// So small that it changes no mass that is printed, and large enough for products of three.
constexpr double smallest = 1e-90;

/// The probability that one copy of `newcomer` takes over a population of `resident`:
/// 1 / (1 + Σ_l Π_k≤l exp(−α·(f − g))) with the fitness f of the k newcomers and g of the others.
/// Nobody plays against itself.
double takes_over(
    const Eigen::MatrixXd& payoffs, Eigen::Index newcomer, Eigen::Index resident,
    const AlphaRankConfig& config) {
    const double others = config.population - 1;
    double sum = 1;
    double exponent = 0;
    for (int copies = 1; copies < config.population; ++copies) {
        const double residents = config.population - copies;
        const double fitness =
            ((copies - 1) * payoffs(newcomer, newcomer) + residents * payoffs(newcomer, resident)) /
            others;
        const double resisting =
            ((residents - 1) * payoffs(resident, resident) + copies * payoffs(resident, newcomer)) /
            others;
        exponent -= config.intensity * (fitness - resisting);
        sum += std::exp(exponent);
    }
    return std::max(smallest, 1 / sum);
}

/// The stationary distribution of a chain by its transitions, without subtractions, so that tiny
/// probabilities stay exact (Grassmann, Taksar, Heyman 1985).
Eigen::VectorXd stationary(Eigen::MatrixXd transitions) {
    const Eigen::Index count = transitions.rows();
    for (Eigen::Index last = count - 1; last > 0; --last) {
        transitions.col(last).head(last) /= transitions.row(last).head(last).sum();
        for (Eigen::Index i = 0; i < last; ++i) {
            for (Eigen::Index j = 0; j < last; ++j) {
                if (i != j) {
                    transitions(i, j) += transitions(i, last) * transitions(last, j);
                }
            }
        }
    }
    Eigen::VectorXd mass = Eigen::VectorXd::Zero(count);
    mass[0] = 1;
    for (Eigen::Index i = 1; i < count; ++i) {
        mass[i] = mass.head(i).dot(transitions.col(i).head(i));
        mass /= std::max(1.0, mass[i]); // it may grow by 1e90 a step
    }
    mass /= mass.sum();
    return (mass.array() < 1e-12).select(0, mass); // what `smallest` has left
}

} // namespace

Eigen::VectorXd alpha_rank(const Eigen::MatrixXd& payoffs, const AlphaRankConfig& config) {
    const Eigen::Index count = payoffs.rows();
    Eigen::MatrixXd transitions = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::Index from = 0; from < count; ++from) {
        for (Eigen::Index to = 0; to < count; ++to) {
            if (from != to) {
                transitions(from, to) = takes_over(payoffs, to, from, config) /
                                        std::max<double>(1, static_cast<double>(count - 1));
            }
        }
    }
    return stationary(transitions);
}

} // namespace referee
