#include "tournament/rank_sets.hpp"

#include "tournament/statistics.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <numeric>

namespace referee {
namespace {

constexpr double error_rate = 0.05;

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
        const RatingErrors& errors, Ratings::Result& result)
        : group_(group), connections_(connections), estimate_(estimate), errors_(errors),
          result_(result) {
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
        step_down(error_rate * core_share);
        holm(error_rate * (1 - core_share));
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
            const double deviation = std::sqrt(errors_.variance_between(a, b, group_));
            const double degrees =
                std::min(errors_.effective_fields[a], errors_.effective_fields[b]) - 1;
            const double half = student_quantile(degrees) * deviation;
            const double worth = errors_.worth_between(a, b, group_);
            const auto reach = [&](int sign) {
                return std::max(
                    {half, errors_.reach_of(a, sign, worth), errors_.reach_of(b, -sign, worth)});
            };
            difference.low = (theta - reach(-1)) * elo_per_theta;
            difference.high = (theta + reach(1)) * elo_per_theta;
            difference.superiority = student_probability(theta / deviation, degrees);
            pair.p_value = 2 * student_probability(-theta / deviation, degrees);
        }
        pairs_.push_back(pair);
        result_.differences.push_back(difference);
    }

    /// Sign test over fields on which one of the two finished ahead more often.
    void judge_by_signs(int a, int b, Pair& pair, Ratings::Difference& difference) const {
        const int ahead = errors_.ahead(a, b);
        const int behind = errors_.ahead(b, a);
        if (ahead + behind == 0) {
            return;
        }
        const int fields = ahead + behind;
        // The mid-p value: the observed result counts half.
        difference.superiority = coin_probability(ahead, fields) - coin_density(ahead, fields) / 2;
        if (ahead > behind) {
            pair.p_value = std::min(1.0, 2 * coin_probability(behind, fields));
        }
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
    std::vector<std::vector<bool>> certain_pairs() const {
        const std::size_t count = ais_.size();
        std::vector<std::vector<bool>> is_better(count, std::vector<bool>(count));
        for (const Pair& pair : pairs_) {
            is_better[pair.first][pair.second] = pair.is_certain;
        }
        // Every certain pair leads down the ratings, so one pass upwards covers every chain.
        for (std::size_t i = count; i-- > 0;) {
            for (std::size_t j = i + 1; j < count; ++j) {
                for (std::size_t k = j + 1; is_better[i][j] && k < count; ++k) {
                    is_better[i][k] = is_better[i][k] || is_better[j][k];
                }
            }
        }
        return is_better;
    }

    void set_ranks() {
        const std::vector<std::vector<bool>> is_better = certain_pairs();
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
    Ratings::Result& result_;
    std::vector<int> ais_; ///< best first
    std::vector<Pair> pairs_;
    std::size_t first_difference_ = 0;
    Eigen::MatrixXf resamples_;     ///< by draw and place
    std::vector<float> deviations_; ///< by pair
};

} // namespace

void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    Ratings::Result& result) {
    Comparison(group, connections, estimate, errors, result).run();
}

} // namespace referee
