#include "tournament/statistics/large_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace referee {

LargeErrors::LargeErrors(
    const FinishingOrders& orders, const Eigen::VectorXd& thetas, const Connections& connections)
    : connections_(connections),
      information_(zero_information(orders, static_cast<int>(thetas.size()))) {
    set_information(orders, thetas, information_);
    own_ = information_.diagonal();
    std::vector<bool> is_in_scale(connections.groups.size());
    for (int group = 0; group < connections.group_count; ++group) {
        for (const int ai : connections.scale_of(group)) {
            is_in_scale[static_cast<std::size_t>(ai)] = true;
        }
    }
    draw(is_in_scale);
    read_fields(orders, thetas);
}

/// So many that deviations are known to 1 % on average, if not too many are needed for that.
void LargeErrors::draw(const std::vector<bool>& is_in_scale) {
    constexpr int min_draws = 64;
    constexpr int max_draws = 256;
    constexpr double precise = 0.01;
    covariance_.emplace(information_, connections_.groups, is_in_scale, min_draws);
    double sum = 0;
    int ais = 0;
    for (int ai = 0; ai < static_cast<int>(own_.size()); ++ai) {
        if (own_[ai] > 0) {
            sum += error_of(ai);
            ++ais;
        }
    }
    const double error = sum / std::max(1, ais) / precise;
    if (error > 1) {
        const double needed = std::ceil(min_draws * error * error);
        covariance_.emplace(
            information_, connections_.groups, is_in_scale,
            static_cast<int>(std::min<double>(max_draws, needed)));
    }
}

void LargeErrors::read_fields(const FinishingOrders& orders, const Eigen::VectorXd& thetas) {
    // Where more played on a field, none of them has most of their games there.
    constexpr Eigen::Index max_block = 64;
    FieldReader reader(
        orders, thetas, connections_, max_block, [this](const std::vector<int>& ais) {
            const auto count = static_cast<Eigen::Index>(ais.size());
            Eigen::MatrixXd covariance(count, count);
            for (Eigen::Index row = 0; row < count; ++row) {
                for (Eigen::Index column = 0; column <= row; ++column) {
                    covariance(row, column) = covariance(column, row) =
                        (*covariance_)(ais[row], ais[column]);
                }
            }
            return covariance;
        });
    unit_ = Eigen::VectorXd::Zero(thetas.size());
    std::vector<std::pair<int, Score>> by_field; // AI
    reader.read([&](const Field& field) {
        for (std::size_t i = 0; i < field.members.size(); ++i) {
            const auto place = static_cast<Eigen::Index>(i);
            by_field.push_back({field.members[i], {reader.count(), field.scores[place]}});
            unit_[field.members[i]] += field.worth * field.own[place];
        }
    });
    field_count_ = reader.count();
    fields_ = reader.fields();
    effective_fields_ = reader.effective_fields();
    dispersions_ = reader.dispersions();
    begins_.assign(static_cast<std::size_t>(thetas.size()) + 1, 0);
    for (const auto& [ai, score] : by_field) {
        ++begins_[static_cast<std::size_t>(ai) + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    scores_.resize(by_field.size());
    std::vector<std::size_t> at = begins_;
    for (const auto& [ai, score] : by_field) {
        scores_[at[static_cast<std::size_t>(ai)]++] = score;
    }
}

std::span<const LargeErrors::Score> LargeErrors::scores_of(int ai) const {
    const auto place = static_cast<std::size_t>(ai);
    return std::span(scores_).subspan(begins_[place], begins_[place + 1] - begins_[place]);
}

double LargeErrors::error_of(int ai) const {
    // Half of that of the variance.
    return covariance_->relative_error() * covariance_->rest(ai) / covariance_->variance(ai) / 2;
}

/// `variance`: if games are independent. `own` and `unit`: the same by an AI's own information, and
/// if its games on a field count as one. `moments` are of its own steps.
Spread LargeErrors::spread(
    double variance, double own, double unit, const FieldMoments& moments, int group,
    double seen) const {
    const double fields = moments.fields;
    const double scatter = moments.squares * (fields - 1) / fields;
    return spread_from(
        {variance, variance * scatter / own, variance * unit / own}, moments,
        dispersions_[static_cast<std::size_t>(group)], seen);
}

Spread LargeErrors::of_rating(int ai) const {
    FieldMoments moments{static_cast<double>(field_count_)};
    for (const Score& score : scores_of(ai)) {
        moments.add(score.value / own_[ai]);
    }
    return spread(
        covariance_->variance(ai), 1 / own_[ai], 1 / unit_[ai], moments, connections_.groups[ai],
        effective_fields_[ai]);
}

Spread LargeErrors::of_difference(int one, int other) const {
    FieldMoments moments{static_cast<double>(field_count_)};
    const std::span<const Score> ones = scores_of(one);
    const std::span<const Score> others = scores_of(other);
    for (std::size_t i = 0, j = 0; i < ones.size() || j < others.size();) {
        const bool has_one =
            i < ones.size() && (j == others.size() || ones[i].field <= others[j].field);
        const bool has_other =
            j < others.size() && (i == ones.size() || others[j].field <= ones[i].field);
        moments.add(
            (has_one ? ones[i].value / own_[one] : 0) -
            (has_other ? others[j].value / own_[other] : 0));
        i += has_one ? 1 : 0;
        j += has_other ? 1 : 0;
    }
    // Games against one another move both apart.
    const double together = -2 * information_.coeff(one, other) / (own_[one] * own_[other]);
    return spread(
        covariance_->of_difference(one, other), 1 / own_[one] + 1 / own_[other] + together,
        1 / unit_[one] + 1 / unit_[other] + together * own_[one] / unit_[one], moments,
        connections_.groups[one], std::min(effective_fields_[one], effective_fields_[other]));
}

LargeErrors::Bound LargeErrors::bound_of(int ai) const {
    const Spread spread = of_rating(ai);
    const double dispersion = spread.deviation * spread.deviation / covariance_->variance(ai);
    const double safe = 1 + 3 * covariance_->relative_error();
    return {
        dispersion / own_[ai], safe * dispersion * covariance_->rest(ai), spread,
        effective_fields_[ai] - 1};
}

} // namespace referee
