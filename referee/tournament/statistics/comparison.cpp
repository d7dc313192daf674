#include "tournament/statistics/comparison.hpp"

#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace referee {

namespace {

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
        const RatingErrors& errors, const GroupCore& core, Ratings::Result& result)
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
    const GroupCore& core_;
    Ratings::Result& result_;
    std::vector<int> ais_; ///< best first
    std::vector<Pair> pairs_;
    std::size_t first_difference_ = 0;
};

} // namespace

void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    const GroupCore& core, Ratings::Result& result) {
    Comparison(group, connections, estimate, errors, core, result).run();
}

} // namespace referee
