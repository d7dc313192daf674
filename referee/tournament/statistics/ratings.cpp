#include "tournament/statistics/ratings.hpp"

#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace referee {

// The standard errors of ratings: a sandwich estimate with fields as clusters.

namespace {

struct RatingErrors {
    /// Covariance of the θ from the scatter of the fields: the jackknife over fields with one
    /// Newton step each (CR3 of Bell and McCaffrey, 2002). The games of a field may depend on one
    /// another.
    Eigen::MatrixXd covariance;
    /// Covariance if all games were independent.
    Eigen::MatrixXd independent_covariance;
    /// Covariance if each AI's games on a field were worth one independent game.
    Eigen::MatrixXd unit_covariance;
    /// The effective number of equally informative fields of each AI.
    Eigen::VectorXd effective_fields;
    /// By AI: how often it was the best of those left, and how often another was.
    Eigen::VectorXd wins;
    Eigen::VectorXd losses;
    /// By group: the number of fields it has played on.
    std::vector<int> fields;
    /// By pair of AIs: the fields on which the row's AI finished ahead of the column's more often
    /// than behind. Empty if all AIs are in the core of their group.
    Eigen::MatrixXi ahead;

    /// Variance of Σ factors_i · θ_i over the AIs of a group. A few fields may scatter too little
    /// by chance: below 50 fields a game counts as at most 4 independent ones. Where nothing
    /// scatters, a field's games count as one.
    double variance_of(const Eigen::VectorXd& factors, int group) const;
    /// The same for θ_a − θ_b, without a sum over all AIs, because there are many pairs.
    double variance_between(int a, int b, int group) const;

    /// The minimal distance of the upper end from the θ of an AI that has hardly lost (`sign` 1),
    /// or of the lower end if it has hardly won (−1): a symmetric interval is too short there. The
    /// few games count as a Poisson variable, as in wilson(), each worth `worth` independent games.
    /// 0 if there are many.
    double reach_of(int ai, int sign, double worth) const;
    /// The number of independent games that a game is worth for Σ factors_i · θ_i, at most 1.
    double worth_of(const Eigen::VectorXd& factors, int group) const;
    double worth_between(int a, int b, int group) const;
};

/// Visits the games field by field.
class FieldSums {
  public:
    FieldSums(
        const FinishingOrders& orders, const Maximum& estimate, const Connections& connections)
        : orders_(orders), connections_(connections), strengths_(estimate.thetas.array().exp()),
          inverse_(estimate.likelihood.information.ldlt().solve(
              Eigen::MatrixXd::Identity(estimate.thetas.size(), estimate.thetas.size()))),
          places_(static_cast<std::size_t>(estimate.thetas.size()), -1) {
        const Eigen::Index ais = estimate.thetas.size();
        scatter_ = unit_information_ = Eigen::MatrixXd::Zero(ais, ais);
        unit_information_.diagonal().setConstant(0.5); // the prior: a win and a loss
        information_ = squared_information_ = Eigen::VectorXd::Zero(ais);
        errors_.fields.resize(static_cast<std::size_t>(connections.group_count));
        const auto is_core = [](Standing standing) { return standing == Standing::core; };
        if (!std::all_of(connections.standings.begin(), connections.standings.end(), is_core)) {
            errors_.ahead = Eigen::MatrixXi::Zero(ais, ais);
        }
    }

    RatingErrors sum() {
        const std::vector<FinishingOrders::Game>& games = orders_.games_by_field();
        double fields = 0;
        for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
            for (end = begin; end < games.size() && games[end].field == games[begin].field;) {
                ++end;
            }
            add_field(std::span(games).subspan(begin, end - begin));
            fields += 1;
        }
        errors_.covariance =
            inverse_ * scatter_ * inverse_ * (std::max(0.0, fields - 1) / std::max(1.0, fields));
        errors_.unit_covariance = unit_information_.ldlt().solve(
            Eigen::MatrixXd::Identity(scatter_.rows(), scatter_.cols()));
        errors_.effective_fields =
            information_.array().square() / squared_information_.array().max(1e-300);
        errors_.independent_covariance = std::move(inverse_);
        count_results();
        return std::move(errors_);
    }

  private:
    void count_results() {
        errors_.wins = errors_.losses = Eigen::VectorXd::Zero(information_.size());
        for (std::uint32_t number = 0; number < orders_.size(); ++number) {
            for_each_choice(orders_.order(number), [&](const Choice& choice) {
                const double weight = choice.weight * orders_.counts()[number];
                for (std::size_t i = 0; i < choice.count; ++i) {
                    const double won =
                        i < choice.winners ? weight / static_cast<double>(choice.winners) : 0;
                    errors_.wins[choice.members[i]] += won;
                    errors_.losses[choice.members[i]] += weight - won;
                }
            });
        }
    }

    void add_field(std::span<const FinishingOrders::Game> games) {
        members_.clear();
        for (const FinishingOrders::Game& game : games) {
            for (const std::uint16_t place : orders_.order(game.order)) {
                const int ai = FinishingOrders::ai_of(place);
                if (places_[ai] < 0) {
                    places_[ai] = static_cast<int>(members_.size());
                    members_.push_back(ai);
                }
            }
        }
        const auto count = static_cast<Eigen::Index>(members_.size());
        score_.setZero(count);
        block_.setZero(count, count);
        played_.setZero(count);
        for (const FinishingOrders::Game& game : games) {
            for_each_choice(orders_.order(game.order), [this](const Choice& choice) {
                add_choice(
                    choice, 1, [this](int ai) { return strengths_[ai]; },
                    [this](int ai) { return places_[ai]; }, score_, block_);
            });
            for (const std::uint16_t place : orders_.order(game.order)) {
                ++played_[places_[FinishingOrders::ai_of(place)]];
            }
        }
        if (errors_.ahead.size() > 0) {
            count_ahead(games);
        }
        collect();
        count_groups();
        for (const int ai : members_) {
            places_[ai] = -1;
        }
    }

    /// The field's score against an estimate made without that field.
    void leave_out() {
        // With more, a field's own weight is small and the system large.
        constexpr std::size_t max_members = 64;
        if (members_.size() > max_members) {
            return;
        }
        const Eigen::MatrixXd share = block_ * inverse_(members_, members_);
        const Eigen::MatrixXd rest = Eigen::MatrixXd::Identity(share.rows(), share.cols()) - share;
        score_ = rest.partialPivLu().solve(score_).eval();
    }

    void collect() {
        const double worth = 1.0 / played_.maxCoeff();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const auto place = static_cast<Eigen::Index>(i);
            const double own = block_(place, place);
            information_[members_[i]] += own;
            squared_information_[members_[i]] += own * own;
        }
        leave_out();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = 0; j < members_.size(); ++j) {
                const auto row = static_cast<Eigen::Index>(i);
                const auto column = static_cast<Eigen::Index>(j);
                scatter_(members_[i], members_[j]) += score_[row] * score_[column];
                unit_information_(members_[i], members_[j]) += worth * block_(row, column);
            }
        }
    }

    void count_ahead(std::span<const FinishingOrders::Game> games) {
        balance_.setZero(
            static_cast<Eigen::Index>(members_.size()), static_cast<Eigen::Index>(members_.size()));
        for (const FinishingOrders::Game& game : games) {
            const FinishingOrders::Ranking order = orders_.order(game.order);
            for (std::size_t i = 0; i < order.size(); ++i) {
                bool is_beside = true;
                for (std::size_t j = i + 1; j < order.size(); ++j) {
                    is_beside = is_beside && FinishingOrders::is_shared(order[j]);
                    if (!is_beside) {
                        const int ahead = places_[FinishingOrders::ai_of(order[i])];
                        const int behind = places_[FinishingOrders::ai_of(order[j])];
                        ++balance_(ahead, behind);
                        --balance_(behind, ahead);
                    }
                }
            }
        }
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = 0; j < members_.size(); ++j) {
                errors_.ahead(members_[i], members_[j]) +=
                    balance_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) > 0 ? 1
                                                                                             : 0;
            }
        }
    }

    void count_groups() {
        // Nearly always one group, but AIs that share a field need not have met.
        std::vector<int> seen;
        for (const int ai : members_) {
            const int group = connections_.groups[ai];
            if (std::find(seen.begin(), seen.end(), group) == seen.end()) {
                seen.push_back(group);
                ++errors_.fields[group];
            }
        }
    }

    const FinishingOrders& orders_;
    const Connections& connections_;
    Eigen::VectorXd strengths_;
    Eigen::MatrixXd inverse_;
    std::vector<int> places_; ///< by AI: index in members_; −1: not on this field
    Eigen::MatrixXd scatter_;
    Eigen::MatrixXd unit_information_;
    Eigen::VectorXd information_;
    Eigen::VectorXd squared_information_;
    RatingErrors errors_;
    // Of the current field.
    std::vector<int> members_;
    Eigen::VectorXd score_;
    Eigen::MatrixXd block_;
    Eigen::VectorXi played_;
    Eigen::MatrixXi balance_;
};

/// `form` gives the variance of a sum of θ by one of the covariances.
template <typename Form>
double variance_by(const RatingErrors& errors, int group, const Form& form) {
    constexpr int few_fields = 50;
    constexpr double max_worth = 4;
    constexpr double nothing = 1e-9;
    const double scatter = form(errors.covariance);
    const double unit = form(errors.unit_covariance);
    if (scatter < nothing * unit) {
        return unit;
    }
    const double independent = form(errors.independent_covariance);
    return errors.fields[group] < few_fields ? std::max(scatter, independent / max_worth) : scatter;
}

template <typename Form>
double worth_by(const RatingErrors& errors, int group, const Form& form) {
    return std::min(1.0, form(errors.independent_covariance) / variance_by(errors, group, form));
}

auto form_of(const Eigen::VectorXd& factors) {
    return
        [&factors](const Eigen::MatrixXd& covariance) { return factors.dot(covariance * factors); };
}

auto form_between(int a, int b) {
    return [a, b](const Eigen::MatrixXd& covariance) {
        return (covariance(a, a) - covariance(a, b)) - (covariance(b, a) - covariance(b, b));
    };
}

double RatingErrors::variance_of(const Eigen::VectorXd& factors, int group) const {
    return variance_by(*this, group, form_of(factors));
}

double RatingErrors::variance_between(int a, int b, int group) const {
    return variance_by(*this, group, form_between(a, b));
}

double RatingErrors::reach_of(int ai, int sign, double worth) const {
    const double few = worth * (sign > 0 ? losses[ai] : wins[ai]);
    return few > 0 && few <= max_poisson ? std::log(few / poisson_low(few)) : 0;
}

double RatingErrors::worth_of(const Eigen::VectorXd& factors, int group) const {
    return worth_by(*this, group, form_of(factors));
}

double RatingErrors::worth_between(int a, int b, int group) const {
    return worth_by(*this, group, form_between(a, b));
}

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections) {
    return FieldSums(orders, estimate, connections).sum();
}

} // namespace

// Compares all pairs of a group at once: differences, certainly better AIs, and the possible ranks
// of each AI.

namespace {

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

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings.
///
/// Rank sets follow from the pairs that are certain, for all pairs at once with a confidence of 95
/// % (Mogstad, Romano, Shaikh and Wilhelm 2024). Within the core certainty comes from the step-down
/// maximum of t-statistics (Romano and Wolf 2005), else from sign tests over fields with Holm's
/// correction. The relation is closed transitively.
void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    Ratings::Result& result) {
    Comparison(group, connections, estimate, errors, result).run();
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
        return best - log_likelihood(theta) + std::log(interval_error / 2);
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
