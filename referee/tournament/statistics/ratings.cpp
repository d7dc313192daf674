#include "tournament/statistics/ratings.hpp"

#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/large_ratings.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/profile.hpp"
#include "tournament/statistics/rating_errors.hpp"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <cmath>
#include <functional>
#include <limits>
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
    double evidence = 0; ///< log, that the first is better
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
        judge();
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
        difference.is_in_core = connections_.standings[a] == Standing::core &&
                                connections_.standings[b] == Standing::core;
        if (!difference.is_in_core) {
            judge_by_signs(a, b, pair, difference);
        } else if (has_intervals() && errors_.can_tell(a) && errors_.can_tell(b)) {
            judge_by_ratings(a, b, theta, pair, difference);
        }
        pairs_.push_back(pair);
        result_.differences.push_back(difference);
    }

    void judge_by_ratings(
        int a, int b, double theta, Pair& pair, Ratings::Difference& difference) const {
        const Spread spread = errors_.spread_of_difference(
            a, b, group_, std::min(errors_.effective_fields[a], errors_.effective_fields[b]));
        const double quantile = student_quantile(spread.degrees);
        const std::pair quantiles{quantile * spread.below, quantile * spread.above};
        std::pair ends{
            theta - quantiles.first * spread.deviation,
            theta + quantiles.second * spread.deviation};
        double deviations = theta / spread.deviation;
        if (core_.is_profiled(spread.deviation)) {
            Eigen::VectorXd of_core = Eigen::VectorXd::Zero(core_.size());
            of_core[core_.place_of(a)] = 1;
            of_core[core_.place_of(b)] = -1;
            ends = core_.profile().interval_of(of_core, spread.worth, quantiles);
            deviations = core_.profile().deviations_from_zero(of_core, spread.worth);
        }
        deviations /= theta > 0 ? spread.below : spread.above;
        difference.low = ends.first * elo_per_theta;
        difference.high = ends.second * elo_per_theta;
        difference.p_value =
            std::min(1.0, 2 * student_probability(-std::abs(deviations), spread.degrees));
        // Few fields leave their scatter uncertain: as many normal deviations as are as rare.
        const double normal = normal_deviations(deviations, spread.degrees);
        constexpr double nothing = 1e-6;
        const double error = std::abs(normal) < nothing || std::abs(theta) < nothing
                                 ? spread.deviation
                                 : std::abs(theta / normal);
        difference.deviations = normal;
        difference.error = error * elo_per_theta;
        pair.evidence = log_evidence(normal, error * error);
        difference.evidence = log_two_sided(pair.evidence, log_evidence(-normal, error * error));
    }

    /// Over fields on which one of the two finished ahead more often.
    void judge_by_signs(int a, int b, Pair& pair, Ratings::Difference& difference) const {
        const int ahead = result_.ahead(a, b);
        const int behind = result_.ahead(b, a);
        if (ahead + behind == 0) {
            return;
        }
        const int fields = ahead + behind;
        difference.p_value = std::min(1.0, 2 * coin_probability(std::min(ahead, behind), fields));
        pair.evidence = log_evidence_of_signs(ahead, behind);
        difference.evidence = log_two_sided(pair.evidence, log_evidence_of_signs(behind, ahead));
    }

    void judge() {
        std::vector<double> evidence;
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            evidence.push_back(result_.differences[first_difference_ + i].evidence);
        }
        const std::vector<double> worth = for_all_at_once(evidence);
        const std::vector<double> needed = needed_for_all_at_once(evidence);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            Ratings::Difference& difference = result_.differences[first_difference_ + i];
            difference.any_time_p_value = any_time_p_value(worth[i]);
            difference.needed = needed[i];
            // Whoever is rated higher but finished behind more often isn't certainly better.
            pairs_[i].is_certain = is_enough(worth[i]) && pairs_[i].evidence >= difference.evidence;
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
};

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings.
///
/// Rank sets follow from the pairs that are certain, for all pairs at once with a confidence of 95
/// % (Mogstad, Romano, Shaikh and Wilhelm 2024), whenever somebody looks (any_time.hpp). The
/// evidence comes from ratings within the core, else from the signs of fields. The relation is
/// closed transitively.
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

namespace {

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

/// Gives copies the ratings of the first of their program, and all AIs the ranks that they have
/// with the copies.
class Copies {
  public:
    Copies(const std::vector<int>& same_as, Ratings::Result& result)
        : result_(result), copies_(same_as.size()), order_(same_as.size()) {
        for (std::size_t ai = 0; ai < same_as.size(); ++ai) {
            const int first = same_as[ai];
            copies_[static_cast<std::size_t>(first)].push_back(static_cast<int>(ai));
            result.ratings[ai] = result.ratings[static_cast<std::size_t>(first)];
        }
    }

    void add() {
        add_differences();
        if (result_.any_pair) { // the sets count copies already
            add_ranks([](Ratings::Rating&, int, int) {});
            return;
        }
        std::vector<int> better(copies_.size(), 1);
        std::vector<int> worse(copies_.size());
        for (const Ratings::Difference& difference : result_.differences) {
            better[difference.second] += difference.is_certain ? 1 : 0;
            worse[difference.first] += difference.is_certain ? 1 : 0;
        }
        add_ranks([&](Ratings::Rating& rating, int ai, int members) {
            rating.best_rank = better[ai];
            rating.worst_rank = members - worse[ai];
        });
    }

  private:
    /// Calls add_set(rating, AI, members of its group).
    template <typename AddSet>
    void add_ranks(const AddSet& add_set) {
        for (int group = 0; group < result_.groups; ++group) {
            std::vector<int> members;
            std::vector<double> elos;
            for (std::size_t ai = 0; ai < copies_.size(); ++ai) {
                if (result_.ratings[ai].group == group) {
                    members.push_back(static_cast<int>(ai));
                    elos.push_back(result_.ratings[ai].elo);
                }
            }
            const std::vector<int> ranks = ranks_of_ratings(elos);
            for (std::size_t i = 0; i < members.size(); ++i) {
                Ratings::Rating& rating = result_.ratings[members[i]];
                rating.rank = ranks[i];
                add_set(rating, members[i], static_cast<int>(members.size()));
            }
        }
    }

    /// In the order of ratings, as without copies. Copies of one program have no difference.
    void add_differences() {
        std::vector<Ratings::Difference> all;
        for (const Ratings::Difference& known : result_.differences) {
            for (const int first : copies_[known.first]) {
                for (const int second : copies_[known.second]) {
                    all.push_back(known);
                    all.back().first = first;
                    all.back().second = second;
                }
            }
        }
        std::iota(order_.begin(), order_.end(), 0);
        std::stable_sort(order_.begin(), order_.end(), [this](int a, int b) {
            const Ratings::Rating& one = result_.ratings[a];
            const Ratings::Rating& other = result_.ratings[b];
            return std::pair(one.group, -one.elo) < std::pair(other.group, -other.elo);
        });
        std::vector<int> place(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            place[order_[i]] = static_cast<int>(i);
        }
        std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
            return std::pair(place[a.first], place[a.second]) <
                   std::pair(place[b.first], place[b.second]);
        });
        result_.differences = std::move(all);
    }

    Ratings::Result& result_;
    std::vector<std::vector<int>> copies_; ///< by first AI of a program: all of them
    std::vector<int> order_;
};

} // namespace

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
        Copies(same_as_, result).add();
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
    Copies(programs, result).add();
    return result;
}

} // namespace referee
