#include "tournament/statistics/rating_errors.hpp"

#include "tournament/statistics/field_scores.hpp"

#include <algorithm>
#include <utility>

namespace referee {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class FieldSums {
  public:
    FieldSums(
        const FinishingOrders& orders, const Maximum& estimate, const Connections& connections)
        : connections_(connections), inverse_(inverse_of(estimate.likelihood.information)),
          reader_(
              orders, estimate.thetas, connections, estimate.thetas.size(),
              [this](const std::vector<int>& ais) { return inverse_(ais, ais); }) {
        const Eigen::Index ais = estimate.thetas.size();
        scatter_ = unit_information_ = Eigen::MatrixXd::Zero(ais, ais);
        pin_groups();
    }

    FieldSums(const FieldSums&) = delete; // the reader refers to the inverse
    FieldSums& operator=(const FieldSums&) = delete;

    RatingErrors sum() {
        reader_.read([this](const Field& field) { add_field(field); });
        const double fields = reader_.count();
        RatingErrors errors;
        errors.fields = reader_.fields();
        errors.covariance =
            inverse_ * scatter_ * inverse_ * (std::max(0.0, fields - 1) / std::max(1.0, fields));
        errors.unit_covariance = inverse_of(unit_information_);
        errors.effective_fields = reader_.effective_fields();
        errors.dispersions = reader_.dispersions();
        if (has_influences_) {
            errors.influences =
                Eigen::Map<const RowMajor>(
                    scores_.data(), static_cast<Eigen::Index>(scores_.size()) / scatter_.rows(),
                    scatter_.rows()) *
                inverse_;
        }
        errors.independent_covariance = std::move(inverse_);
        return errors;
    }

  private:
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

    void add_field(const Field& field) {
        keep_scores(field);
        const std::vector<int>& members = field.members;
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = 0; j < members.size(); ++j) {
                const auto row = static_cast<Eigen::Index>(i);
                const auto column = static_cast<Eigen::Index>(j);
                scatter_(members[i], members[j]) += field.scores[row] * field.scores[column];
                unit_information_(members[i], members[j]) += field.worth * field.block(row, column);
            }
        }
    }

    void keep_scores(const Field& field) {
        constexpr std::size_t max_scores = 2'000'000; // 16 MB
        const auto ais = static_cast<std::size_t>(scatter_.rows());
        has_influences_ = has_influences_ && scores_.size() + ais <= max_scores;
        if (!has_influences_) {
            scores_ = {};
            return;
        }
        const std::size_t begin = scores_.size();
        scores_.resize(begin + ais);
        for (std::size_t i = 0; i < field.members.size(); ++i) {
            scores_[begin + static_cast<std::size_t>(field.members[i])] =
                field.scores[static_cast<Eigen::Index>(i)];
        }
    }

    const Connections& connections_;
    Eigen::MatrixXd inverse_;
    FieldReader reader_;
    Eigen::MatrixXd scatter_;
    Eigen::MatrixXd unit_information_;
    std::vector<double> scores_; ///< by field and AI
    bool has_influences_ = true;
};

FieldMoments moments_of(const Eigen::ArrayXd& by_field) {
    const Eigen::ArrayXd squares = by_field.square();
    return {
        static_cast<double>(by_field.size()), squares.sum(), by_field.cube().sum(),
        squares.square().sum()};
}

} // namespace

Spread RatingErrors::spread_of(const Eigen::VectorXd& factors, int group, double seen) const {
    const auto form = [&](const Eigen::MatrixXd& by) { return factors.dot(by * factors); };
    return spread_from(
        {form(independent_covariance), form(covariance), form(unit_covariance)},
        influences.size() > 0 ? moments_of(influences * factors) : FieldMoments(),
        dispersions[static_cast<std::size_t>(group)], seen);
}

Spread RatingErrors::spread_of_difference(int first, int second, int group, double seen) const {
    const auto form = [&](const Eigen::MatrixXd& by) {
        return by(first, first) + by(second, second) - by(first, second) - by(second, first);
    };
    return spread_from(
        {form(independent_covariance), form(covariance), form(unit_covariance)},
        influences.size() > 0 ? moments_of(influences.col(first) - influences.col(second))
                              : FieldMoments(),
        dispersions[static_cast<std::size_t>(group)], seen);
}

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections) {
    return FieldSums(orders, estimate, connections).sum();
}

} // namespace referee
