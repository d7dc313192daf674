#include "tournament/ratings.hpp"

#include "tournament/meetings.hpp"
#include "tournament/plackett_luce.hpp"
#include "tournament/rank_sets.hpp"
#include "tournament/rating_errors.hpp"
#include "tournament/statistics.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>

namespace referee {
namespace {

/// Weights that make an AI's games on a field count as one: they may all be alike.
std::vector<double> unit_weights(const FinishingOrders& orders, int ais) {
    std::vector<double> weights(orders.size());
    std::vector<int> played(static_cast<std::size_t>(ais));
    const std::vector<FinishingOrders::Game>& games = orders.games_by_field();
    for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
        int max = 0;
        for (end = begin; end < games.size() && games[end].field == games[begin].field; ++end) {
            for (const std::uint16_t place : orders.order(games[end].order)) {
                max = std::max(max, ++played[FinishingOrders::ai_of(place)]);
            }
        }
        for (std::size_t i = begin; i < end; ++i) {
            weights[games[i].order] += 1.0 / max;
            for (const std::uint16_t place : orders.order(games[i].order)) {
                played[FinishingOrders::ai_of(place)] = 0;
            }
        }
    }
    return weights;
}

/// The bound of an AI that only won (`sign` 1) or only lost (−1) against the core: the θ relative
/// to the core's mean at which the likeliest strengths of all others give such results a
/// probability of 2.5 %. None if no bound follows.
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
        return best - log_likelihood(theta) + std::log(0.025);
    };
    if (excess(-farthest) <= 0) {
        return std::nullopt;
    }
    std::uintmax_t steps = 60;
    const auto [low, high] = boost::math::tools::toms748_solve(
        excess, -farthest, farthest, boost::math::tools::eps_tolerance<double>(16), steps);
    return sign * (low + high) / 2;
}

/// Fills in the ratings of one group after the other.
class Scale {
  public:
    Scale(const Ratings& ratings, int anchor, double anchor_elo)
        : ratings_(ratings), orders_(ratings.orders()), anchor_(anchor), anchor_elo_(anchor_elo),
          connections_(connections_of(orders_, ratings.ais())),
          estimate_(maximum_likelihood(
              orders_, orders_.counts(), static_cast<std::size_t>(ratings.ais()), 1)),
          errors_(errors_of(orders_, estimate_, connections_)) {
        if (anchor >= 0 && connections_.standings[anchor] != Standing::core) {
            anchor_ = -1;
        }
        has_bounds_ = can_bound();
        result_.groups = connections_.group_count;
        result_.fields = errors_.fields;
        result_.ratings.resize(static_cast<std::size_t>(ratings.ais()));
    }

    Ratings::Result fill() {
        for (std::uint32_t number = 0; number < orders_.size(); ++number) {
            for (const std::uint16_t place : orders_.order(number)) {
                result_.ratings[FinishingOrders::ai_of(place)].games +=
                    static_cast<int>(orders_.counts()[number]);
            }
        }
        for (std::size_t ai = 0; ai < result_.ratings.size(); ++ai) {
            result_.ratings[ai].group = connections_.groups[ai];
            result_.ratings[ai].is_in_core = connections_.standings[ai] == Standing::core;
        }
        for (int group = 0; group < result_.groups; ++group) {
            rate_group(group);
            compare_group(group, connections_, estimate_, errors_, result_);
        }
        return std::move(result_);
    }

  private:
    bool is_anchored(int group) const {
        return anchor_ >= 0 && connections_.groups[anchor_] == group;
    }

    void rate_group(int group) {
        const std::vector<int> scale =
            is_anchored(group) ? std::vector<int>{anchor_} : connections_.scale_of(group);
        Eigen::VectorXd mean = Eigen::VectorXd::Zero(estimate_.thetas.size());
        for (const int ai : scale) {
            mean[ai] += 1.0 / static_cast<double>(scale.size());
        }
        zero_ = is_anchored(group) ? anchor_elo_ : 0;
        const double shift = mean.dot(estimate_.thetas);
        for (int ai = 0; ai < ratings_.ais(); ++ai) {
            if (connections_.groups[ai] == group) {
                result_.ratings[ai].elo = elo_at(estimate_.thetas[ai] - shift);
                if (ai != anchor_) {
                    add_interval(ai, mean, scale);
                }
            }
        }
    }

    /// Each bound takes some fits of all AIs, and a fit the cube of their number: with more than
    /// this, the bounds of a large knockout would take hours.
    bool can_bound() const {
        constexpr double max_work = 1e9;
        const auto is_bounded = [](Standing standing) {
            return standing == Standing::above_core || standing == Standing::below_core;
        };
        const auto bounds =
            std::count_if(connections_.standings.begin(), connections_.standings.end(), is_bounded);
        return static_cast<double>(bounds) * std::pow(ratings_.ais(), 3) <= max_work;
    }

    double elo_at(double theta) const { return zero_ + theta * elo_per_theta; }

    void add_interval(int ai, const Eigen::VectorXd& mean, const std::vector<int>& scale) {
        Ratings::Rating& rating = result_.ratings[ai];
        const Standing standing = connections_.standings[ai];
        if (standing == Standing::core) {
            if (errors_.fields[rating.group] < Ratings::min_fields) {
                return;
            }
            Eigen::VectorXd factors = -mean;
            factors[ai] += 1;
            const double half = student_quantile(errors_.effective_fields[ai] - 1) *
                                std::sqrt(errors_.variance_of(factors, rating.group));
            const double theta = factors.dot(estimate_.thetas);
            // The AI's own part of the mean moves with it.
            const double worth = errors_.worth_of(factors, rating.group);
            rating.low =
                elo_at(theta - std::max(half, factors[ai] * errors_.reach_of(ai, -1, worth)));
            rating.high =
                elo_at(theta + std::max(half, factors[ai] * errors_.reach_of(ai, 1, worth)));
        } else if (standing != Standing::undetermined && has_bounds_) {
            if (unit_weights_.empty()) {
                unit_weights_ = unit_weights(orders_, ratings_.ais());
            }
            const double sign = standing == Standing::above_core ? 1 : -1;
            const std::optional<double> bound =
                bound_of(ai, sign, orders_, unit_weights_, result_.ratings.size(), scale);
            if (bound) {
                (sign > 0 ? rating.low : rating.high) = elo_at(*bound);
            }
        }
    }

    const Ratings& ratings_;
    const FinishingOrders& orders_;
    int anchor_;
    double anchor_elo_;
    Connections connections_;
    Maximum estimate_;
    RatingErrors errors_;
    Ratings::Result result_;
    std::vector<double> unit_weights_; ///< empty until needed by a bound
    bool has_bounds_ = false;
    double zero_ = 0; ///< of the current group
};

} // namespace

std::vector<int> ranks_of_ratings(const std::vector<double>& elos) {
    constexpr double equal = 1e-6;
    std::vector<int> ranks;
    for (const double own : elos) {
        ranks.push_back(
            1 + static_cast<int>(std::count_if(elos.begin(), elos.end(), [own](double other) {
                return other - own >= equal;
            })));
    }
    return ranks;
}

Ratings::Result Ratings::fit(int anchor, double anchor_elo) const {
    return ais_ == 0 ? Result() : Scale(*this, anchor, anchor_elo).fill();
}

} // namespace referee
