#pragma once

/// The standard errors of ratings: a sandwich estimate with fields as clusters.

#include "tournament/meetings.hpp"
#include "tournament/plackett_luce.hpp"

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

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections);

} // namespace referee
