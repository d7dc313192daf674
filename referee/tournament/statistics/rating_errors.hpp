#pragma once

/// The standard errors of ratings: a sandwich estimate with fields as clusters. Exact, with full
/// matrices; large_errors.hpp has those of many AIs.

#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/spread.hpp"

#include <vector>

namespace referee {

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
    /// By group: the number of fields it has played on.
    std::vector<int> fields;

    bool can_tell(int ai) const { return effective_fields[ai] >= min_effective_fields; }

    /// The mean dispersion within the core of each group: how many times the variance is that of
    /// independent games.
    std::vector<double> dispersions;
    /// What each field says (row) of each AI (column), as a step of Newton's method. Empty if there
    /// are so many that a few fields don't matter.
    Eigen::MatrixXd influences;

    /// The spread of Σ factors_i · θ_i over AIs of a group's core; `fields`: the effective number.
    Spread spread_of(const Eigen::VectorXd& factors, int group, double fields) const;
    /// The spread of θ_first − θ_second, in time proportional to the fields.
    Spread spread_of_difference(int first, int second, int group, double fields) const;
};

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections);

} // namespace referee
