#pragma once

/// The standard errors of ratings: a sandwich estimate with fields as clusters.

#include "tournament/statistics/meetings.hpp"
#include "tournament/statistics/plackett_luce.hpp"

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

    /// False for an AI that has played on one field, or nearly so: nothing tells how much fields
    /// differ for it.
    bool can_tell(int ai) const {
        constexpr double min_fields = 1.5;
        return effective_fields[ai] >= min_fields;
    }

    /// The mean dispersion within the core of each group: how many times the variance is that of
    /// independent games.
    std::vector<double> dispersions;
    /// What each field says (row) of each AI (column), as a step of Newton's method. Empty if there
    /// are so many that a few fields don't matter.
    Eigen::MatrixXd influences;

    /// How uncertain a sum of θ is.
    struct Spread {
        double deviation = 0; ///< standard error
        double worth = 1;     ///< the number of independent games that a game is worth
        double degrees = 1;   ///< of freedom of Student's t
        /// How much farther the lower and the upper end lie than by Student's t, where fields of
        /// one kind are rare and say much: an AI that hardly ever loses does so on a few fields,
        /// and where these were missing it is rated too high.
        double below = 1;
        double above = 1;
    };
    /// The spread of Σ factors_i · θ_i over AIs of a group's core. The dispersion seen on a few
    /// fields is itself uncertain, above all where only a few had a surprise: it counts with the
    /// degrees of freedom that its own scatter leaves it, and the mean of the group, or at least
    /// that of independent games, with four more. Where nothing scatters, a field's games count as
    /// one. The ends move outwards as the skewness of the fields demands (Johnson, 1978; Hall,
    /// 1992), never inwards.
    Spread spread_of(const Eigen::VectorXd& factors, int group, double fields) const;
    /// The spread of θ_first − θ_second, in time proportional to the fields.
    Spread spread_of_difference(int first, int second, int group, double fields) const;

  private:
    struct Variances {
        double independent = 0;
        double scatter = 0;
        double unit = 0;
    };
    Spread
    spread(const Variances& variances, Eigen::ArrayXd by_field, int group, double fields) const;
};

RatingErrors
errors_of(const FinishingOrders& orders, const Maximum& estimate, const Connections& connections);

} // namespace referee
