#include "tournament/statistics/large_estimate.hpp"

#include "tournament/statistics/sparse_information.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

/// Makes the mean of each group 0: only differences within a group are known.
void centre(const std::vector<int>& groups, Eigen::VectorXd& thetas) {
    std::vector<std::pair<double, double>> sums; // by group: sum and size
    for (std::size_t ai = 0; ai < groups.size(); ++ai) {
        if (groups[ai] >= 0) {
            const auto group = static_cast<std::size_t>(groups[ai]);
            sums.resize(std::max(sums.size(), group + 1));
            sums[group].first += thetas[static_cast<Eigen::Index>(ai)];
            sums[group].second += 1;
        }
    }
    for (std::size_t ai = 0; ai < groups.size(); ++ai) {
        double& theta = thetas[static_cast<Eigen::Index>(ai)];
        if (groups[ai] < 0) {
            theta = 0;
        } else {
            const auto& [sum, size] = sums[static_cast<std::size_t>(groups[ai])];
            theta -= sum / size;
        }
    }
}

/// The likelihood of the games and of virtual ones, half of which each of two AIs has won.
class WithVirtualGames {
  public:
    WithVirtualGames(const FinishingOrders& orders, const std::vector<int>& groups)
        : orders_(orders), groups_(groups),
          information_(zero_information(orders, static_cast<int>(groups.size()))) {}

    /// As many between two AIs as these θ determine of their difference: information times
    /// variance.
    void set_games(const Eigen::VectorXd& thetas) {
        constexpr int draws = 64;
        set_information(orders_, thetas, information_);
        const DrawnCovariance covariance(
            information_, groups_, std::vector<bool>(groups_.size(), true), draws);
        games_.clear();
        for_each_edge(information_, [&](int first, int second, double known) {
            games_.push_back(
                {first, second,
                 std::clamp(known * covariance.of_difference(first, second), 0.0, 1.0)});
        });
    }

    /// Newton's method with step halving.
    Eigen::VectorXd maximum_from(Eigen::VectorXd thetas) {
        constexpr int max_steps = 100;
        constexpr double near = 1e-6; // the next step is its square
        double value = value_at(thetas);
        for (int step = 0; step < max_steps; ++step) {
            Eigen::VectorXd way = step_at(thetas);
            const double length = way.cwiseAbs().maxCoeff();
            way *= std::min(1.0, 3 / std::max(length, 1e-300));
            double part = 1;
            double reached = value_at(thetas + way);
            while (part > 1e-6 && reached < value - 1e-12 * std::abs(value)) {
                part /= 2;
                reached = value_at(thetas + part * way);
            }
            thetas += part * way;
            value = reached;
            if (length < near) {
                break;
            }
        }
        return thetas;
    }

  private:
    struct Games {
        int first = 0;
        int second = 0;
        double count = 0;
    };

    double value_at(const Eigen::VectorXd& thetas) const {
        double value = log_likelihood(orders_, orders_.counts(), thetas);
        for (const auto& [first, second, count] : games_) {
            value += count / 2 * log_of_both(thetas[first] - thetas[second]);
        }
        return value;
    }

    Eigen::VectorXd step_at(const Eigen::VectorXd& thetas) {
        constexpr double tolerance = 1e-6;
        Eigen::VectorXd gradient = set_information(orders_, thetas, information_);
        for (const auto& [first, second, count] : games_) {
            const double won = 1 / (1 + std::exp(thetas[second] - thetas[first]));
            const double known = count * won * (1 - won);
            gradient[first] += count * (0.5 - won);
            gradient[second] -= count * (0.5 - won);
            information_.coeffRef(first, first) += known;
            information_.coeffRef(second, second) += known;
            information_.coeffRef(first, second) -= known;
            information_.coeffRef(second, first) -= known;
        }
        // Near the maximum rounding is all that the gradient says of the means, which no step can
        // change.
        centre(groups_, gradient);
        Eigen::VectorXd step = solve(information_, gradient, tolerance);
        centre(groups_, step);
        return step;
    }

    const FinishingOrders& orders_;
    const std::vector<int>& groups_;
    SparseMatrix information_;
    std::vector<Games> games_;
};

} // namespace

Eigen::VectorXd large_bias_reduced(
    const FinishingOrders& orders, const std::vector<int>& groups, const Eigen::VectorXd& start) {
    constexpr int max_rounds = 12;
    constexpr double near = 1e-4; // 0.02 Elo
    const auto count = static_cast<Eigen::Index>(groups.size());
    WithVirtualGames games(orders, groups);
    Eigen::VectorXd thetas = start.size() == count ? start : Eigen::VectorXd::Zero(count);
    centre(groups, thetas);
    for (int round = 0; round < max_rounds; ++round) {
        const Eigen::VectorXd before = thetas;
        games.set_games(thetas);
        thetas = games.maximum_from(thetas);
        if ((thetas - before).cwiseAbs().maxCoeff() < near) {
            break;
        }
    }
    return thetas;
}

} // namespace referee
