// A fit goes through these steps, for up to `max_exact` AIs:
//
//   1. connections_of() (meetings.hpp) divides the AIs into groups that met, and says of each
//      whether it is in the core of its group, above it, below it, or none of these.
//   2. bias_reduced() (plackett_luce.hpp) estimates θ of all AIs, and errors_of()
//      (rating_errors.hpp) how far the scatter of the fields leaves them uncertain.
//   3. Scale, here, turns θ into Elo, group by group: the mean of the core, or the anchor, gives
//      the zero. In the core an AI gets an interval, elsewhere at most a bound.
//   4. compare_group() (comparison.hpp) adds the differences of all pairs, and ranks.
//   5. drop_empty_bounds() leaves out bounds that say nothing.
//   6. add_copies() (copies.hpp) gives AIs that are the same program what the first one has.
//
// Of more AIs, large_fit() (large_ratings.hpp) takes the place of steps 1 to 4.

#include "tournament/statistics/ratings.hpp"

#include "tournament/statistics/comparison.hpp"
#include "tournament/statistics/copies.hpp"
#include "tournament/statistics/group_core.hpp"
#include "tournament/statistics/large_ratings.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/rating_errors.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

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
            for (const std::uint32_t place : orders.order(games[end].order)) {
                max = std::max(max, ++played[FinishingOrders::ai_of(place)]);
            }
        }
        for (std::size_t i = begin; i < end; ++i) {
            weights[games[i].order] += 1.0 / max;
            for (const std::uint32_t place : orders.order(games[i].order)) {
                played[FinishingOrders::ai_of(place)] = 0;
            }
        }
    }
    return weights;
}

/// Fills in the ratings of one group after the other.
class Scale {
  public:
    Scale(const Ratings& ratings, int anchor, double anchor_elo)
        : ratings_(ratings), orders_(ratings.orders()), anchor_(anchor), anchor_elo_(anchor_elo),
          connections_(connections_of(orders_, ratings.ais())),
          estimate_(
              bias_reduced(orders_, static_cast<std::size_t>(ratings.ais()), connections_.groups)),
          errors_(errors_of(orders_, estimate_, connections_)) {
        if (anchor >= 0 && connections_.standings[anchor] != Standing::core) {
            anchor_ = -1;
        }
        has_bounds_ = can_bound();
        result_.groups = connections_.group_count;
        result_.fields = errors_.fields;
        result_.ahead = fields_ahead(orders_, ratings.ais());
        result_.ratings.resize(static_cast<std::size_t>(ratings.ais()));
    }

    Ratings::Result fill() {
        for (std::uint32_t number = 0; number < orders_.size(); ++number) {
            for (const std::uint32_t place : orders_.order(number)) {
                result_.ratings[FinishingOrders::ai_of(place)].games +=
                    static_cast<int>(orders_.counts()[number]);
            }
        }
        for (std::size_t ai = 0; ai < result_.ratings.size(); ++ai) {
            result_.ratings[ai].group = connections_.groups[ai];
            result_.ratings[ai].is_in_core = connections_.standings[ai] == Standing::core;
        }
        for (int group = 0; group < result_.groups; ++group) {
            const GroupCore core(group, connections_, estimate_, orders_);
            bound_weights_.clear();
            rate_group(group, core);
            compare_group(group, connections_, estimate_, errors_, core, result_);
        }
        return std::move(result_);
    }

  private:
    bool is_anchored(int group) const {
        return anchor_ >= 0 && connections_.groups[anchor_] == group;
    }

    void rate_group(int group, const GroupCore& core) {
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
                    add_interval(ai, mean, scale, core);
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

    /// What a game counts for a bound. Where all was won nothing scatters; so it is what a game is
    /// worth among the others, if they are enough to know it.
    std::vector<double> bound_weights(int group, const GroupCore& core) const {
        constexpr int min_core = 3;
        if (core.size() < min_core || errors_.fields[group] < Ratings::min_fields) {
            return unit_weights(orders_, ratings_.ais());
        }
        const double worth = 1 / std::max(1.0, errors_.dispersions[group]);
        std::vector<double> weights = orders_.counts();
        for (double& weight : weights) {
            weight *= worth;
        }
        return weights;
    }

    double elo_at(double theta) const { return zero_ + theta * elo_per_theta; }

    void add_interval(
        int ai, const Eigen::VectorXd& mean, const std::vector<int>& scale, const GroupCore& core) {
        Ratings::Rating& rating = result_.ratings[ai];
        const Standing standing = connections_.standings[ai];
        if (standing == Standing::core) {
            if (errors_.fields[rating.group] < Ratings::min_fields || !errors_.can_tell(ai)) {
                return;
            }
            Eigen::VectorXd factors = -mean;
            factors[ai] += 1;
            const Spread spread =
                errors_.spread_of(factors, rating.group, errors_.effective_fields[ai]);
            const double quantile = student_quantile(spread.degrees);
            const double theta = factors.dot(estimate_.thetas);
            const std::pair quantiles{quantile * spread.below, quantile * spread.above};
            std::pair ends{
                theta - quantiles.first * spread.deviation,
                theta + quantiles.second * spread.deviation};
            if (core.is_profiled(spread.deviation)) {
                ends = core.profile().interval_of(factors(core.ais()), spread.worth, quantiles);
            }
            rating.low = elo_at(ends.first);
            rating.high = elo_at(ends.second);
        } else if (standing != Standing::undetermined && has_bounds_) {
            if (bound_weights_.empty()) {
                bound_weights_ = bound_weights(rating.group, core);
            }
            const double sign = standing == Standing::above_core ? 1 : -1;
            const std::optional<double> bound =
                bound_of(ai, sign, orders_, bound_weights_, result_.ratings.size(), scale);
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
    std::vector<double> bound_weights_; ///< of the current group; empty until needed by a bound
    bool has_bounds_ = false;
    double zero_ = 0; ///< of the current group
};

/// "At least" less than the lowest rating of the core, or "at most" more than its highest, says
/// nothing of an AI that has beaten the core, or has lost to it.
void drop_empty_bounds(Ratings::Result& result) {
    for (int group = 0; group < result.groups; ++group) {
        double lowest = std::numeric_limits<double>::infinity();
        double highest = -lowest;
        for (const Ratings::Rating& rating : result.ratings) {
            if (rating.group == group && rating.is_in_core) {
                lowest = std::min(lowest, rating.elo);
                highest = std::max(highest, rating.elo);
            }
        }
        for (Ratings::Rating& rating : result.ratings) {
            if (rating.group != group || rating.is_in_core || lowest > highest) {
                continue;
            }
            if (rating.low && *rating.low < lowest) {
                rating.low.reset();
            }
            if (rating.high && *rating.high > highest) {
                rating.high.reset();
            }
        }
    }
}

} // namespace

std::vector<int> ranks_of_ratings(const std::vector<double>& elos) {
    constexpr double equal = 1e-6;
    std::vector<double> best_first = elos;
    std::sort(best_first.begin(), best_first.end(), std::greater<>());
    std::vector<int> ranks;
    for (const double own : elos) {
        const auto not_higher =
            std::partition_point(best_first.begin(), best_first.end(), [own](double other) {
                return other - own >= equal;
            });
        ranks.push_back(1 + static_cast<int>(not_higher - best_first.begin()));
    }
    return ranks;
}

void Ratings::add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
    if (same_as_.empty()) {
        orders_.add(field, ais, ranks);
        return;
    }
    programs_.clear();
    for (const int ai : ais) {
        programs_.push_back(same_as_[static_cast<std::size_t>(ai)]);
    }
    if (std::adjacent_find(programs_.begin(), programs_.end(), std::not_equal_to<>()) !=
        programs_.end()) {
        orders_.add(field, programs_, ranks);
    }
}

Ratings::Result Ratings::fit(int anchor, double anchor_elo) const {
    return ais_ > max_exact ? fit_of_many(anchor, anchor_elo) : fit_exactly(anchor, anchor_elo);
}

Ratings::Result Ratings::fit_exactly(int anchor, double anchor_elo) const {
    if (ais_ == 0) {
        return {};
    }
    if (anchor >= 0 && !same_as_.empty()) {
        anchor = same_as_[static_cast<std::size_t>(anchor)];
    }
    Result result = Scale(*this, anchor, anchor_elo).fill();
    drop_empty_bounds(result);
    if (!same_as_.empty()) {
        add_copies(same_as_, result);
    }
    return result;
}

Ratings::Result Ratings::fit_of_many(int anchor, double anchor_elo) const {
    if (ais_ == 0) {
        return {};
    }
    std::vector<int> programs = same_as_;
    if (programs.empty()) {
        programs.resize(static_cast<std::size_t>(ais_));
        std::iota(programs.begin(), programs.end(), 0);
    }
    if (anchor >= 0) {
        anchor = programs[static_cast<std::size_t>(anchor)];
    }
    Result result = large_fit(orders_, programs, anchor, anchor_elo);
    add_copies(programs, result);
    return result;
}

} // namespace referee
