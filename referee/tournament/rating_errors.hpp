#pragma once

/// How far ratings may be off: sandwich estimate with fields as units.

#include "tournament/meetings.hpp"
#include "tournament/plackett_luce.hpp"

#include <vector>

namespace referee {

struct RatingErrors {
    /// Of the θ, by AI and AI, from the scatter of the fields: the jackknife over fields, in one
    /// Newton step each (CR3 of Bell and McCaffrey, 2002). All games of a field may hang together.
    Eigen::MatrixXd covariance;
    /// If all games were independent.
    Eigen::MatrixXd independent_covariance;
    /// If each AI's games on a field together were worth one independent game.
    Eigen::MatrixXd unit_covariance;
    /// How many equally informative fields each AI's were worth, by information.
    Eigen::VectorXd effective_fields;
    /// By AI: how often it was chosen as the best of those left, and how often another was.
    Eigen::VectorXd wins;
    Eigen::VectorXd losses;
    /// By group: fields on which it has played.
    std::vector<int> fields;
    /// By AI and AI: fields on which the row's finished ahead of the column's more often than
    /// behind. Empty if all AIs are in the core of their group.
    Eigen::MatrixXi ahead;

    /// Variance of Σ factors_i · θ_i, by AIs of group `group`. Few fields may scatter too little by
    /// chance: below 50 a game is worth at most 4 independent ones. Where nothing scatters, a
    /// field's games are worth one.
    double variance_of(const Eigen::VectorXd& factors, int group) const;

    /// How far θ of `ai` may at least lie above its estimate if it has hardly lost (`sign` 1), or
    /// below if it has hardly won (−1): a symmetric interval falls short there. The few are taken
    /// as a Poisson variable, as in wilson(), each worth `worth` independent games; 0 for many.
    double reach_of(int ai, int sign, double worth) const;
    /// Independent games that a game is worth for Σ factors_i · θ_i, at most 1.
    double worth_of(const Eigen::VectorXd& factors, int group) const;
};

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections);

} // namespace referee
