#include "tournament/statistics/ratings.hpp"

#include "tournament/statistics/cycles.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/profile.hpp"
#include "tournament/statistics/rating_errors.hpp"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace referee {

// Compares all pairs of a group at once: differences, certainly better AIs, and the possible ranks
// of each AI.

namespace {

/// The core of a group, with the profile likelihood of its games where that is of use.
class Core {
  public:
    Core(
        int group, const Connections& connections, const Maximum& estimate,
        const FinishingOrders& orders)
        : places_(connections.groups.size(), -1) {
        for (std::size_t ai = 0; ai < places_.size(); ++ai) {
            if (connections.groups[ai] == group && connections.standings[ai] == Standing::core) {
                places_[ai] = static_cast<int>(ais_.size());
                ais_.push_back(static_cast<int>(ai));
            }
        }
        if (ais_.size() > 1 && can_profile(orders)) {
            Eigen::VectorXd start = estimate.thetas(ais_);
            start.array() -= start.mean();
            profile_.emplace(orders, places_, start);
        }
    }

    int size() const { return static_cast<int>(ais_.size()); }
    const std::vector<int>& ais() const { return ais_; }
    int place_of(int ai) const { return places_[static_cast<std::size_t>(ai)]; }
    /// True if the interval of a sum of θ with this standard error should come from the profile:
    /// a smaller one comes from so many games that both are the same.
    bool is_profiled(double deviation) const {
        constexpr double max_deviation = 15 / 173.7; // 15 Elo
        return profile_ && deviation > max_deviation;
    }
    const Profile& profile() const { return *profile_; }

  private:
    /// Two ends for each pair take about 30 steps of Newton's method.
    bool can_profile(const FinishingOrders& orders) const {
        constexpr double max_work = 1e9;
        const auto ais = static_cast<double>(ais_.size());
        const double step = ais * ais * ais / 3 + 100 * static_cast<double>(orders.size());
        return ais * ais / 2 * 30 * step <= max_work;
    }

    std::vector<int> places_; ///< by AI, −1: not in the core
    std::vector<int> ais_;
    std::optional<Profile> profile_;
};

/// A pair with its evidence; `first` and `second` are places in the list of the group's AIs.
struct Pair {
    int first = 0;
    int second = 0;
    bool is_in_core = false;
    double p_value = 1; ///< two-sided
    bool is_certain = false;
};

class Comparison {
  public:
    Comparison(
        int group, const Connections& connections, const Maximum& estimate,
        const RatingErrors& errors, const Core& core, Ratings::Result& result)
        : group_(group), connections_(connections), estimate_(estimate), errors_(errors),
          core_(core), result_(result) {
        for (std::size_t ai = 0; ai < connections.groups.size(); ++ai) {
            if (connections.groups[ai] == group) {
                ais_.push_back(static_cast<int>(ai));
            }
        }
        std::stable_sort(ais_.begin(), ais_.end(), [&](int a, int b) {
            return estimate_.thetas[a] > estimate_.thetas[b];
        });
    }

    void run() {
        first_difference_ = result_.differences.size();
        for (std::size_t i = 0; i < ais_.size(); ++i) {
            for (std::size_t j = i + 1; j < ais_.size(); ++j) {
                add_pair(static_cast<int>(i), static_cast<int>(j));
            }
        }
        const auto core_pairs = std::count_if(
            pairs_.begin(), pairs_.end(), [](const Pair& pair) { return pair.is_in_core; });
        const double core_share =
            static_cast<double>(core_pairs) / std::max(1.0, static_cast<double>(pairs_.size()));
        step_down(interval_error * core_share);
        holm(interval_error * (1 - core_share));
        set_ranks();
    }

  private:
    bool has_intervals() const { return errors_.fields[group_] >= Ratings::min_fields; }

    void add_pair(int first, int second) {
        const int a = ais_[first];
        const int b = ais_[second];
        Pair pair{first, second};
        Ratings::Difference difference;
        difference.first = a;
        difference.second = b;
        const double theta = estimate_.thetas[a] - estimate_.thetas[b];
        difference.elo = theta * elo_per_theta;
        pair.is_in_core = connections_.standings[a] == Standing::core &&
                          connections_.standings[b] == Standing::core;
        difference.is_in_core = pair.is_in_core;
        if (!pair.is_in_core) {
            judge_by_signs(a, b, pair, difference);
        } else if (has_intervals()) {
            const RatingErrors::Spread spread = errors_.spread_of_difference(
                a, b, group_, std::min(errors_.effective_fields[a], errors_.effective_fields[b]));
            const double quantile = student_quantile(spread.degrees);
            std::pair ends{
                theta - quantile * spread.deviation, theta + quantile * spread.deviation};
            double deviations = theta / spread.deviation;
            if (core_.is_profiled(spread.deviation)) {
                Eigen::VectorXd of_core = Eigen::VectorXd::Zero(core_.size());
                of_core[core_.place_of(a)] = 1;
                of_core[core_.place_of(b)] = -1;
                ends = core_.profile().interval_of(of_core, spread.worth, quantile);
                deviations = core_.profile().deviations_from_zero(of_core, spread.worth);
            }
            difference.low = ends.first * elo_per_theta;
            difference.high = ends.second * elo_per_theta;
            pair.p_value =
                std::min(1.0, 2 * student_probability(-std::abs(deviations), spread.degrees));
            difference.p_value = pair.p_value;
            difference.deviations = deviations;
        }
        pairs_.push_back(pair);
        result_.differences.push_back(difference);
    }

    /// Sign test over fields on which one of the two finished ahead more often.
    void judge_by_signs(int a, int b, Pair& pair, Ratings::Difference& difference) const {
        const int ahead = result_.ahead(a, b);
        const int behind = result_.ahead(b, a);
        if (ahead + behind == 0) {
            return;
        }
        const int fields = ahead + behind;
        difference.p_value = std::min(1.0, 2 * coin_probability(std::min(ahead, behind), fields));
        pair.p_value = ahead > behind ? *difference.p_value : 1;
    }

    /// The level for a single pair at which the largest statistic of those `left` exceeds it by
    /// chance with probability `level`, from resamples of the estimate's distribution.
    double single_level(const std::vector<std::size_t>& left, double level) {
        // With more AIs this takes long, and Bonferroni's level is then nearly as good.
        constexpr std::size_t max_ais = 200;
        if (ais_.size() > max_ais) {
            return level / static_cast<double>(left.size());
        }
        if (resamples_.size() == 0) {
            resample();
        }
        std::vector<float> largest(static_cast<std::size_t>(resamples_.rows()), 0);
        for (const std::size_t number : left) {
            const Pair& pair = pairs_[number];
            const Eigen::VectorXf difference =
                resamples_.col(pair.first) - resamples_.col(pair.second);
            const float deviation = deviations_[number];
            for (std::size_t i = 0; i < largest.size(); ++i) {
                largest[i] = std::max(
                    largest[i], std::abs(difference[static_cast<Eigen::Index>(i)]) / deviation);
            }
        }
        const auto at = largest.begin() + static_cast<std::ptrdiff_t>(
                                              static_cast<double>(largest.size()) * (1 - level));
        std::nth_element(largest.begin(), at, largest.end());
        return 2 * normal_tail(*at);
    }

    void resample() {
        constexpr Eigen::Index count = 4000;
        const Eigen::MatrixXd covariance = errors_.unit_covariance(ais_, ais_);
        const Eigen::MatrixXd root = covariance.llt().matrixL();
        // Boost's generators give the same numbers everywhere.
        boost::random::mt19937 generator(1);
        boost::random::normal_distribution<double> normal;
        Eigen::MatrixXf noise(count, covariance.rows());
        for (Eigen::Index i = 0; i < noise.size(); ++i) {
            noise.data()[i] = static_cast<float>(normal(generator));
        }
        resamples_ = noise * root.transpose().cast<float>();
        for (const Pair& pair : pairs_) {
            const Eigen::Index a = pair.first;
            const Eigen::Index b = pair.second;
            deviations_.push_back(static_cast<float>(
                std::sqrt(covariance(a, a) + covariance(b, b) - 2 * covariance(a, b))));
        }
    }

    /// Step down: pairs of the core that pass the level of all pairs left are certain; then fewer
    /// are left.
    void step_down(double level) {
        while (has_intervals()) {
            std::vector<std::size_t> left;
            for (std::size_t i = 0; i < pairs_.size(); ++i) {
                if (pairs_[i].is_in_core && !pairs_[i].is_certain) {
                    left.push_back(i);
                }
            }
            if (left.empty()) {
                return;
            }
            const double single = single_level(left, level);
            result_.levels[group_] = single;
            const auto passed = [&](std::size_t i) { return pairs_[i].p_value <= single; };
            if (std::none_of(left.begin(), left.end(), passed)) {
                return;
            }
            for (const std::size_t i : left) {
                pairs_[i].is_certain = passed(i);
            }
        }
    }

    /// Holm (1979), for pairs outside the core.
    void holm(double level) {
        std::vector<Pair*> others;
        for (Pair& pair : pairs_) {
            if (!pair.is_in_core) {
                others.push_back(&pair);
            }
        }
        std::sort(others.begin(), others.end(), [](const Pair* a, const Pair* b) {
            return a->p_value < b->p_value;
        });
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (others[i]->p_value > level / static_cast<double>(others.size() - i)) {
                return;
            }
            others[i]->is_certain = true;
        }
    }

    /// Closes the relation "certainly better" transitively.
    std::vector<boost::dynamic_bitset<>> certain_pairs() const {
        const std::size_t count = ais_.size();
        std::vector<boost::dynamic_bitset<>> is_better(count, boost::dynamic_bitset<>(count));
        for (const Pair& pair : pairs_) {
            is_better[pair.first][pair.second] = pair.is_certain;
        }
        // Every certain pair leads down the ratings, so one pass upwards covers every chain.
        for (std::size_t i = count; i-- > 0;) {
            for (std::size_t j = i + 1; j < count; ++j) {
                if (is_better[i][j]) {
                    is_better[i] |= is_better[j];
                }
            }
        }
        return is_better;
    }

    void set_ranks() {
        const std::vector<boost::dynamic_bitset<>> is_better = certain_pairs();
        for (std::size_t number = 0; number < pairs_.size(); ++number) {
            result_.differences[first_difference_ + number].is_certain =
                is_better[pairs_[number].first][pairs_[number].second];
        }
        const auto count = static_cast<int>(ais_.size());
        std::vector<double> elos;
        for (const int ai : ais_) {
            elos.push_back(result_.ratings[ai].elo);
        }
        const std::vector<int> ranks = ranks_of_ratings(elos);
        for (int i = 0; i < count; ++i) {
            Ratings::Rating& rating = result_.ratings[ais_[i]];
            rating.rank = ranks[i];
            rating.best_rank = 1;
            rating.worst_rank = count;
            for (int j = 0; j < count; ++j) {
                rating.best_rank += is_better[j][i] ? 1 : 0;
                rating.worst_rank -= is_better[i][j] ? 1 : 0;
            }
        }
    }

    int group_;
    const Connections& connections_;
    const Maximum& estimate_;
    const RatingErrors& errors_;
    const Core& core_;
    Ratings::Result& result_;
    std::vector<int> ais_; ///< best first
    std::vector<Pair> pairs_;
    std::size_t first_difference_ = 0;
    Eigen::MatrixXf resamples_;     ///< by draw and place
    std::vector<float> deviations_; ///< by pair
};

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings.
///
/// Rank sets follow from the pairs that are certain, for all pairs at once with a confidence of 95
/// % (Mogstad, Romano, Shaikh and Wilhelm 2024). Within the core certainty comes from the step-down
/// maximum of t-statistics (Romano and Wolf 2005), else from sign tests over fields with Holm's
/// correction. The relation is closed transitively.
void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    const Core& core, Ratings::Result& result) {
    Comparison(group, connections, estimate, errors, core, result).run();
}

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
        result_.levels.assign(static_cast<std::size_t>(result_.groups), interval_error);
        result_.ahead = fields_ahead(orders_, ratings.ais());
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
            const Core core(group, connections_, estimate_, orders_);
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

    void rate_group(int group, const Core& core) {
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
    std::vector<double> bound_weights(int group, const Core& core) const {
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
        int ai, const Eigen::VectorXd& mean, const std::vector<int>& scale, const Core& core) {
        Ratings::Rating& rating = result_.ratings[ai];
        const Standing standing = connections_.standings[ai];
        if (standing == Standing::core) {
            if (errors_.fields[rating.group] < Ratings::min_fields) {
                return;
            }
            Eigen::VectorXd factors = -mean;
            factors[ai] += 1;
            const RatingErrors::Spread spread =
                errors_.spread_of(factors, rating.group, errors_.effective_fields[ai]);
            const double quantile = student_quantile(spread.degrees);
            const double theta = factors.dot(estimate_.thetas);
            std::pair ends{
                theta - quantile * spread.deviation, theta + quantile * spread.deviation};
            if (core.is_profiled(spread.deviation)) {
                ends = core.profile().interval_of(factors(core.ais()), spread.worth, quantile);
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
