#include "tournament/statistics/large_ratings.hpp"

#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/certain_pairs.hpp"
#include "tournament/statistics/large_errors.hpp"
#include "tournament/statistics/large_estimate.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace referee {

namespace {

/// All that is known of the ratings. AIs are given by their first copy, but for the interface.
class LargeFit : public Ratings::AnyPair {
  public:
    LargeFit(const FinishingOrders& orders, std::vector<int> same_as)
        : same_as_(std::move(same_as)), copies_(same_as_.size()),
          connections_(connections_of(orders, static_cast<int>(same_as_.size()))),
          thetas_(large_bias_reduced(orders, connections_.groups)),
          errors_(orders, thetas_, connections_),
          ahead_(fields_ahead(orders, static_cast<int>(same_as_.size()))),
          members_(static_cast<std::size_t>(connections_.group_count)), rated_(same_as_.size()) {
        for (const int first : same_as_) {
            ++copies_[static_cast<std::size_t>(first)];
        }
        for (std::size_t ai = 0; ai < same_as_.size(); ++ai) {
            if (connections_.groups[ai] >= 0) {
                members_[static_cast<std::size_t>(connections_.groups[ai])].push_back(
                    static_cast<int>(ai));
            }
        }
        for (const std::vector<int>& members : members_) {
            std::vector<CertainPairs::Rated> rated;
            for (const int ai : members) {
                if (has_interval(ai)) {
                    rated.push_back(CertainPairs::rated(ai, thetas_[ai], errors_.bound_of(ai)));
                    rated_[static_cast<std::size_t>(ai)] = rated.back();
                }
            }
            certain_.emplace_back(std::move(rated), static_cast<int>(members.size()));
        }
    }

    Ratings::Result result(const FinishingOrders& orders, int anchor, double anchor_elo) const {
        Ratings::Result result;
        result.groups = connections_.group_count;
        result.fields = errors_.fields();
        result.ratings.resize(same_as_.size());
        for (std::uint32_t number = 0; number < orders.size(); ++number) {
            for (const std::uint32_t place : orders.order(number)) {
                result.ratings[FinishingOrders::ai_of(place)].games +=
                    static_cast<int>(orders.counts()[number]);
            }
        }
        for (int ai = 0; ai < static_cast<int>(result.ratings.size()); ++ai) {
            result.ratings[ai].group = group_of(ai);
            result.ratings[ai].is_in_core = is_in_core(ai);
        }
        for (int group = 0; group < result.groups; ++group) {
            const bool is_anchored = anchor >= 0 && is_in_core(anchor) && group_of(anchor) == group;
            rate(group, is_anchored ? anchor : -1, is_anchored ? anchor_elo : 0, result);
        }
        set_rank_sets(result);
        result.approximation = approximation();
        for_each_edge(errors_.information(), [&](int first, int second, double) {
            result.differences.push_back(between(first, second));
        });
        result.ahead = ahead_;
        return result;
    }

    Ratings::Difference between(int one, int other) const override {
        int first = first_copy(one);
        int second = first_copy(other);
        if (std::pair(-thetas_[first], first) > std::pair(-thetas_[second], second)) {
            std::swap(first, second);
            std::swap(one, other);
        }
        Ratings::Difference difference;
        difference.first = one;
        difference.second = other;
        if (first == second || group_of(first) != group_of(second) || group_of(first) < 0) {
            return difference;
        }
        difference.elo = (thetas_[first] - thetas_[second]) * elo_per_theta;
        difference.is_in_core = is_in_core(first) && is_in_core(second);
        if (!difference.is_in_core) {
            judge_by_signs(first, second, difference);
        } else if (has_interval(first) && has_interval(second)) {
            judge_by_ratings(first, second, difference);
        }
        difference.needed = std::log(certain_of(first).needed());
        difference.is_certain = is_certain(one, other);
        // At most so many pairs as make up `needed` lower the mean of the evidence.
        difference.any_time_p_value =
            difference.is_certain
                ? interval_error
                : std::max(
                      interval_error,
                      any_time_p_value(
                          difference.evidence - difference.needed - std::log(interval_error)));
        return difference;
    }

    bool is_certain(int better, int worse) const override {
        const int one = first_copy(better);
        const int other = first_copy(worse);
        if (one == other || group_of(one) < 0 || group_of(one) != group_of(other)) {
            return false;
        }
        if (is_in_core(one) && is_in_core(other)) {
            return has_interval(one) && has_interval(other) &&
                   certain_of(one).is_certain(rated_[one], rated_[other]);
        }
        const double evidence = log_evidence_of_signs(ahead_(one, other), ahead_(other, one));
        const double against = log_evidence_of_signs(ahead_(other, one), ahead_(one, other));
        // Whoever is rated higher but finished behind more often isn't certainly better.
        return thetas_[one] > thetas_[other] && evidence > against &&
               log_two_sided(evidence, against) >= std::log(certain_of(one).needed());
    }

  private:
    int first_copy(int ai) const { return same_as_[static_cast<std::size_t>(ai)]; }
    int group_of(int ai) const { return connections_.groups[static_cast<std::size_t>(ai)]; }
    bool is_in_core(int ai) const {
        return connections_.standings[static_cast<std::size_t>(ai)] == Standing::core;
    }
    bool has_interval(int ai) const {
        return is_in_core(ai) &&
               errors_.fields()[static_cast<std::size_t>(group_of(ai))] >= Ratings::min_fields &&
               errors_.can_tell(ai);
    }
    const CertainPairs& certain_of(int ai) const {
        return certain_[static_cast<std::size_t>(group_of(ai))];
    }

    void rate(int group, int anchor, double zero, Ratings::Result& result) const {
        const std::vector<int> scale =
            anchor >= 0 ? std::vector<int>{anchor} : connections_.scale_of(group);
        double mean = 0;
        for (const int ai : scale) {
            mean += thetas_[ai] / static_cast<double>(scale.size());
        }
        for (const int ai : members_[static_cast<std::size_t>(group)]) {
            Ratings::Rating& rating = result.ratings[static_cast<std::size_t>(ai)];
            const double theta = thetas_[ai] - mean;
            rating.elo = zero + theta * elo_per_theta;
            if (has_interval(ai) && ai != anchor) {
                const Spread spread =
                    anchor >= 0 ? errors_.of_difference(ai, anchor) : errors_.of_rating(ai);
                const double reach = student_quantile(spread.degrees) * spread.deviation;
                rating.low = zero + (theta - reach * spread.below) * elo_per_theta;
                rating.high = zero + (theta + reach * spread.above) * elo_per_theta;
            }
        }
    }

    /// The sets of ranks of each program are those of each of its copies.
    void set_rank_sets(Ratings::Result& result) const {
        for (const std::vector<int>& members : members_) {
            int all = 0;
            for (const int ai : members) {
                all += copies_[static_cast<std::size_t>(ai)];
            }
            for (const int ai : members) {
                result.ratings[static_cast<std::size_t>(ai)].best_rank = 1;
                result.ratings[static_cast<std::size_t>(ai)].worst_rank = all;
            }
        }
        const auto order = [&](int better, int worse) {
            result.ratings[static_cast<std::size_t>(worse)].best_rank +=
                copies_[static_cast<std::size_t>(better)];
            result.ratings[static_cast<std::size_t>(better)].worst_rank -=
                copies_[static_cast<std::size_t>(worse)];
        };
        for (const CertainPairs& certain : certain_) {
            certain.for_each([&](const CertainPairs::Rated& better,
                                 const CertainPairs::Rated& worse) { order(better.ai, worse.ai); });
        }
        for (const FieldsAhead::Pair& pair : ahead_.pairs()) {
            if (is_in_core(pair.first) && is_in_core(pair.second)) {
                continue;
            }
            if (is_certain(pair.first, pair.second)) {
                order(pair.first, pair.second);
            } else if (is_certain(pair.second, pair.first)) {
                order(pair.second, pair.first);
            }
        }
    }

    std::optional<Ratings::Approximation> approximation() const {
        std::vector<double> errors;
        for (int ai = 0; ai < static_cast<int>(same_as_.size()); ++ai) {
            if (has_interval(ai)) {
                errors.push_back(errors_.error_of(ai));
            }
        }
        if (errors.empty()) {
            return {};
        }
        std::sort(errors.begin(), errors.end());
        return Ratings::Approximation{errors_.draws(), errors[errors.size() / 2], errors.back()};
    }

    void judge_by_signs(int first, int second, Ratings::Difference& difference) const {
        const int ahead = ahead_(first, second);
        const int behind = ahead_(second, first);
        if (ahead + behind == 0) {
            return;
        }
        difference.p_value =
            std::min(1.0, 2 * coin_probability(std::min(ahead, behind), ahead + behind));
        difference.evidence = log_two_sided(
            log_evidence_of_signs(ahead, behind), log_evidence_of_signs(behind, ahead));
    }

    void judge_by_ratings(int first, int second, Ratings::Difference& difference) const {
        const double theta = thetas_[first] - thetas_[second];
        const Spread spread = errors_.of_difference(first, second);
        const double reach = student_quantile(spread.degrees) * spread.deviation;
        const double deviations = theta / spread.deviation / spread.below;
        difference.low = (theta - reach * spread.below) * elo_per_theta;
        difference.high = (theta + reach * spread.above) * elo_per_theta;
        difference.p_value =
            std::min(1.0, 2 * student_probability(-std::abs(deviations), spread.degrees));
        const double normal = normal_deviations(deviations, spread.degrees);
        constexpr double nothing = 1e-6;
        const double error = std::abs(normal) < nothing || std::abs(theta) < nothing
                                 ? spread.deviation
                                 : std::abs(theta / normal);
        difference.deviations = normal;
        difference.error = error * elo_per_theta;
        difference.evidence = log_two_sided(
            log_evidence(normal, error * error), log_evidence(-normal, error * error));
    }

    std::vector<int> same_as_;
    std::vector<int> copies_; ///< by first copy: how many
    Connections connections_;
    Eigen::VectorXd thetas_;
    LargeErrors errors_;
    FieldsAhead ahead_;
    std::vector<std::vector<int>> members_;  ///< by group
    std::vector<CertainPairs::Rated> rated_; ///< by AI, if it has an interval
    std::vector<CertainPairs> certain_;      ///< by group
};

} // namespace

Ratings::Result large_fit(
    const FinishingOrders& orders, const std::vector<int>& same_as, int anchor, double anchor_elo) {
    const auto fit = std::make_shared<LargeFit>(orders, same_as);
    Ratings::Result result = fit->result(orders, anchor, anchor_elo);
    result.any_pair = fit;
    return result;
}

} // namespace referee
