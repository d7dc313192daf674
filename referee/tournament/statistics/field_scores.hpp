#pragma once

/// What each field says of the ratings. The games of a field may depend on one another, so errors
/// come from the scatter of fields (rating_errors.hpp, large_errors.hpp).

#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/spread.hpp"

#include <functional>
#include <span>
#include <vector>

namespace referee {

/// The games of one field, at given θ.
struct Field {
    std::vector<int> members; ///< AIs that played on it
    /// By member: the gradient of the log-likelihood, against an estimate made without this field.
    Eigen::VectorXd scores;
    /// By member: the information of its games (its entry on the diagonal).
    Eigen::VectorXd own;
    /// By two members: the information. Empty with more than the reader's `max_block`.
    Eigen::MatrixXd block;
    /// What a game counts if the games of an AI on a field count as one.
    double worth = 1;
};

/// Sums over fields for the surprises of a group's core: of their squares, and of the squares of
/// these.
struct SurpriseSquares {
    double sum = 0;
    double of_squares = 0;
};

/// Visits the games field by field.
class FieldReader {
  public:
    /// The covariance of the θ of some AIs, up to a constant for each group, if all games were
    /// independent.
    using CovarianceAmong = std::function<Eigen::MatrixXd(const std::vector<int>& ais)>;

    FieldReader(
        const FinishingOrders& orders, const Eigen::VectorXd& thetas,
        const Connections& connections, Eigen::Index max_block, CovarianceAmong covariance_among);

    /// Calls `look` with each field. Afterwards the totals are known.
    void read(const std::function<void(const Field&)>& look);

    /// The number of fields, of all groups and by group.
    int count() const { return count_; }
    const std::vector<int>& fields() const { return fields_; }
    /// By AI: the information of its games.
    const Eigen::VectorXd& information() const { return information_; }
    /// By AI: the effective number of equally informative fields.
    Eigen::VectorXd effective_fields() const;
    /// By group: the mean dispersion within the core, how many times the variance is that of
    /// independent games. Where only a few fields had surprises, the games count as independent,
    /// unless even these few say less.
    std::vector<double> dispersions() const;

  private:
    void add_field(std::span<const FinishingOrders::Game> games);
    void leave_out();
    void add_squares();
    void count_groups();

    const FinishingOrders& orders_;
    const Connections& connections_;
    Eigen::Index max_block_;
    CovarianceAmong covariance_among_;
    Eigen::VectorXd strengths_;
    std::vector<int> places_;      ///< by AI: index in the members; −1: not on this field
    std::vector<double> sizes_;    ///< by group: its AIs
    std::vector<bool> is_in_core_; ///< by AI: counts for its group's zero
    int count_ = 0;
    std::vector<int> fields_;      ///< by group
    std::vector<int> last_fields_; ///< by group: the number of the last one
    Eigen::VectorXd information_;
    Eigen::VectorXd squared_information_;
    std::vector<SurpriseSquares> squares_; ///< by group
    Field field_;
    Eigen::VectorXi played_; ///< by member
};

} // namespace referee
