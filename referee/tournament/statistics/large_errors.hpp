#pragma once

/// rating_errors.hpp for many AIs, in time and memory proportional to the games:
///
/// - The variance if games are independent comes from an exact part and random draws
///   (sparse_information.hpp).
///
/// - How many times that variance the fields scatter comes from an AI's own games: what a field
///   says of it is the field's score by its own information. Its opponents' scores, which move it
///   by the share that a game with it has of their information, are left out.

#include "tournament/statistics/field_scores.hpp"
#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/sparse_information.hpp"

#include <optional>
#include <span>
#include <vector>

namespace referee {

class LargeErrors {
  public:
    LargeErrors(
        const FinishingOrders& orders, const Eigen::VectorXd& thetas,
        const Connections& connections);

    LargeErrors(const LargeErrors&) = delete; // the covariance refers to the information
    LargeErrors& operator=(const LargeErrors&) = delete;

    const SparseMatrix& information() const { return information_; }
    /// By group: the number of fields it has played on.
    const std::vector<int>& fields() const { return fields_; }
    bool can_tell(int ai) const { return effective_fields_[ai] >= min_effective_fields; }

    /// Of θ minus the mean of its group's scale.
    Spread of_rating(int ai) const;
    Spread of_difference(int one, int other) const;

    int draws() const { return covariance_->draws(); }
    /// How far the deviation of a rating may be off because of the draws: its standard error, as a
    /// share of it.
    double error_of(int ai) const;

    /// Variances of a rating from which follow upper bounds of those of differences: at most
    /// own + own' + (√rest + √rest')², by the inequality of Cauchy and Schwarz. They allow for
    /// three standard errors of the draws. Fields that two AIs share without meeting are taken as
    /// independent.
    struct Bound {
        double own = 0;
        double rest = 0;
        Spread spread;
        double max_degrees = 0; ///< of freedom, of any difference
    };
    Bound bound_of(int ai) const;

  private:
    /// What a field says of an AI.
    struct Score {
        int field = 0;
        double value = 0;
    };

    void draw(const std::vector<bool>& is_in_scale);
    void read_fields(const FinishingOrders& orders, const Eigen::VectorXd& thetas);
    std::span<const Score> scores_of(int ai) const;
    Spread spread(
        double variance, double own, double unit, const FieldMoments& moments, int group,
        double seen) const;

    const Connections& connections_;
    SparseMatrix information_;
    Eigen::VectorXd own_; ///< its diagonal
    std::optional<DrawnCovariance> covariance_;
    std::vector<int> fields_;
    Eigen::VectorXd effective_fields_;
    std::vector<double> dispersions_;
    Eigen::VectorXd unit_; ///< own_, if the games of an AI on a field count as one
    int field_count_ = 0;
    std::vector<Score> scores_;       ///< by AI, of each by field
    std::vector<std::size_t> begins_; ///< by AI, in these
};

} // namespace referee
