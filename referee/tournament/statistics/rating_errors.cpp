#include "tournament/statistics/rating_errors.hpp"

#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace referee {

namespace {

/// The degrees of freedom of a variance from squares over `fields`, by their sum and that of their
/// squares: the relative variance of the sum is (κ − 1)/n, with κ the kurtosis.
double degrees_of(double fields, double sum, double of_squares) {
    const double kurtosis = fields * of_squares / (sum * sum);
    return 2 * fields / std::max(kurtosis - 1, 1e-9);
}

/// By how many standard errors the quantiles of a mean's t statistic move where the fields are
/// skewed, as a share of the quantile: the first term of its Edgeworth expansion (Hall, The
/// Bootstrap and Edgeworth Expansion, 1992, 2.6), at the level of the intervals.
double skew_of(const Eigen::ArrayXd& by_field) {
    const auto fields = static_cast<double>(by_field.size());
    const double variance = by_field.square().sum() / fields;
    if (variance <= 0) {
        return 0;
    }
    // A few fields seldom hold the rarest: their skewness is too small on average. Measured
    // (`make statistics`): with less than this the intervals of the best are true too
    // seldom.
    constexpr double of_few_fields = 1.5;
    const double skewness =
        of_few_fields * by_field.cube().sum() / fields / std::pow(variance, 1.5);
    constexpr double quantile = 1.96;
    return skewness * (2 * quantile * quantile + 1) / (6 * std::sqrt(fields) * quantile);
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Visits the games field by field.
class FieldSums {
  public:
    FieldSums(
        const FinishingOrders& orders, const Maximum& estimate, const Connections& connections)
        : orders_(orders), connections_(connections), strengths_(estimate.thetas.array().exp()),
          inverse_(inverse_of(estimate.likelihood.information)),
          places_(static_cast<std::size_t>(estimate.thetas.size()), -1) {
        const Eigen::Index ais = estimate.thetas.size();
        scatter_ = unit_information_ = Eigen::MatrixXd::Zero(ais, ais);
        pin_groups();
        information_ = squared_information_ = Eigen::VectorXd::Zero(ais);
        errors_.fields.resize(static_cast<std::size_t>(connections.group_count));
        squares_.resize(errors_.fields.size());
        sizes_.resize(errors_.fields.size());
        for (const int group : connections.groups) {
            if (group >= 0) {
                sizes_[static_cast<std::size_t>(group)] += 1;
            }
        }
        is_in_core_.resize(connections.groups.size());
        for (int group = 0; group < connections.group_count; ++group) {
            for (const int ai : connections.scale_of(group)) {
                is_in_core_[static_cast<std::size_t>(ai)] = true;
            }
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
        errors_.unit_covariance = inverse_of(unit_information_);
        errors_.effective_fields =
            information_.array().square() / squared_information_.array().max(1e-300);
        add_dispersions();
        if (has_influences_) {
            errors_.influences =
                Eigen::Map<const RowMajor>(
                    scores_.data(), static_cast<Eigen::Index>(scores_.size()) / scatter_.rows(),
                    scatter_.rows()) *
                inverse_;
        }
        errors_.independent_covariance = std::move(inverse_);
        return std::move(errors_);
    }

  private:
    /// By group, over all AIs of its core. Where only a few fields had surprises, the games count
    /// as independent, unless even these few say less.
    void add_dispersions() {
        constexpr double prior_degrees = 8;
        for (int group = 0; group < connections_.group_count; ++group) {
            const Squares& squares = squares_[static_cast<std::size_t>(group)];
            double independent = 0;
            for (const int ai : connections_.scale_of(group)) {
                independent += information_[ai];
            }
            if (independent <= 0 || squares.sum <= 0) {
                errors_.dispersions.push_back(1);
                continue;
            }
            const double seen = squares.sum / independent;
            const double degrees = degrees_of(
                errors_.fields[static_cast<std::size_t>(group)], squares.sum, squares.of_squares);
            errors_.dispersions.push_back(
                (degrees * seen + prior_degrees * std::max(1.0, seen)) / (degrees + prior_degrees));
        }
    }

    /// As in the estimate's information: only differences within a group are known.
    void pin_groups() {
        const std::vector<int>& groups = connections_.groups;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            for (std::size_t j = 0; j < groups.size(); ++j) {
                if (groups[i] < 0 ? i == j : groups[i] == groups[j]) {
                    unit_information_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) +=
                        1.0 / static_cast<double>(groups.size());
                }
            }
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
        // Without the only field that tells of an AI there is no estimate of it: a matrix that is
        // singular but for rounding. Its score stays, and the others' are against an estimate
        // without their games.
        constexpr double max_share = 0.9;
        std::vector<Eigen::Index> known;
        for (Eigen::Index i = 0; i < share.rows(); ++i) {
            // A part of the information is that of the pinned mean of the group (pin_groups).
            const double of_fields =
                1 - 1 / sizes_[static_cast<std::size_t>(connections_.groups[members_[i]])];
            if (share(i, i) <= max_share * of_fields) {
                known.push_back(i);
            }
        }
        if (known.empty()) {
            return;
        }
        const auto count = static_cast<Eigen::Index>(known.size());
        const Eigen::FullPivLU<Eigen::MatrixXd> rest(
            Eigen::MatrixXd::Identity(count, count) - share(known, known));
        constexpr double min_condition = 1e-6;
        if (rest.rcond() > min_condition) {
            score_(known) = rest.solve(Eigen::VectorXd(score_(known)));
        }
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
        keep_scores();
        add_squares();
        for (std::size_t i = 0; i < members_.size(); ++i) {
            for (std::size_t j = 0; j < members_.size(); ++j) {
                const auto row = static_cast<Eigen::Index>(i);
                const auto column = static_cast<Eigen::Index>(j);
                scatter_(members_[i], members_[j]) += score_[row] * score_[column];
                unit_information_(members_[i], members_[j]) += worth * block_(row, column);
            }
        }
    }

    void add_squares() {
        std::map<int, double> sums; // by group
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (is_in_core_[members_[i]]) {
                const double own = score_[static_cast<Eigen::Index>(i)];
                sums[connections_.groups[members_[i]]] += own * own;
            }
        }
        for (const auto& [group, sum] : sums) {
            squares_[static_cast<std::size_t>(group)].sum += sum;
            squares_[static_cast<std::size_t>(group)].of_squares += sum * sum;
        }
    }

    void keep_scores() {
        constexpr std::size_t max_scores = 2'000'000; // 16 MB
        has_influences_ = has_influences_ && scores_.size() + places_.size() <= max_scores;
        if (!has_influences_) {
            scores_ = {};
            return;
        }
        const std::size_t begin = scores_.size();
        scores_.resize(begin + places_.size());
        for (std::size_t i = 0; i < members_.size(); ++i) {
            scores_[begin + static_cast<std::size_t>(members_[i])] =
                score_[static_cast<Eigen::Index>(i)];
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
    /// Sums over fields for the surprises of a group's core: of their squares, and of the squares
    /// of these.
    struct Squares {
        double sum = 0;
        double of_squares = 0;
    };
    std::vector<Squares> squares_;
    std::vector<double> sizes_;    ///< by group: its AIs
    std::vector<bool> is_in_core_; ///< by AI: counts for its group's zero
    std::vector<double> scores_;   ///< by field and AI
    bool has_influences_ = true;
    RatingErrors errors_;
    // What belongs to the current field.
    std::vector<int> members_;
    Eigen::VectorXd score_;
    Eigen::MatrixXd block_;
    Eigen::VectorXi played_;
};

} // namespace

RatingErrors::Spread
RatingErrors::spread_of(const Eigen::VectorXd& factors, int group, double seen) const {
    const auto form = [&](const Eigen::MatrixXd& by) { return factors.dot(by * factors); };
    return spread(
        {form(independent_covariance), form(covariance), form(unit_covariance)},
        influences.size() > 0 ? (influences * factors).array() : Eigen::ArrayXd(), group, seen);
}

RatingErrors::Spread
RatingErrors::spread_of_difference(int first, int second, int group, double seen) const {
    const auto form = [&](const Eigen::MatrixXd& by) {
        return by(first, first) + by(second, second) - by(first, second) - by(second, first);
    };
    return spread(
        {form(independent_covariance), form(covariance), form(unit_covariance)},
        influences.size() > 0 ? influences.col(first).array() - influences.col(second).array()
                              : Eigen::ArrayXd(),
        group, seen);
}

/// `by_field`: what each field says of the sum; empty if that isn't known.
RatingErrors::Spread RatingErrors::spread(
    const Variances& variances, Eigen::ArrayXd by_field, int group, double seen) const {
    constexpr double prior_degrees = 4;
    constexpr double nothing = 1e-9;
    const auto& [independent, scatter, unit] = variances;
    if (scatter < nothing * unit) {
        return {std::sqrt(unit), independent / unit, seen - 1};
    }
    double degrees = seen - 1;
    double skew = 0;
    if (by_field.size() > 0) {
        skew = skew_of(by_field);
        by_field = by_field.square();
        degrees = std::min(
            degrees,
            degrees_of(
                static_cast<double>(by_field.size()), by_field.sum(), by_field.square().sum()));
    }
    const double usual = dispersions[static_cast<std::size_t>(group)];
    const double dispersion = std::max(
        usual,
        (degrees * scatter / independent + prior_degrees * usual) / (degrees + prior_degrees));
    return {
        std::sqrt(dispersion * independent), 1 / dispersion,
        std::min(seen - 1, degrees + prior_degrees), 1 + std::max(0.0, -skew),
        1 + std::max(0.0, skew)};
}

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections) {
    return FieldSums(orders, estimate, connections).sum();
}

} // namespace referee
