#pragma once

/// Ratings of all AIs from the finishing orders of their games, by the model of Plackett and Luce,
/// which for two players is Bradley and Terry's, without the bias of the most likely ratings (see
/// bias_reduced). All intervals have the level of interval_error (pairs.hpp); that of one AI comes
/// from Scale::add_interval().
///
/// Games determine ratings only within limits, and no figure is made up beyond them:
///
/// - AIs that never met, not even through others, are rated apart, in *groups*.
///
/// - The *core* of a group are the AIs that have all finished ahead of one another, directly or
///   through others: only the differences between these are finite. The mean of the core is 0, and
///   it has intervals: profile likelihood, where a game counts as much as a sandwich estimate with
///   fields as units says (the games of a field may depend on one another), with Student's t.
///
/// - An AI that has beaten the core but was never beaten by it has only a lower bound, in the
///   opposite case only an upper one: the rating at which such results have a probability of 2.5 %.
///   Others have no interval.

#include "tournament/statistics/plackett_luce.hpp"

#include <optional>
#include <vector>

namespace referee {

/// By index: 1 and the number of ratings (Elo) that are higher. Those that differ by less than a
/// millionth are equal: rounding.
std::vector<int> ranks_of_ratings(const std::vector<double>& elos);

class Ratings {
  public:
    explicit Ratings(int ais) : ais_(ais) {}

    /// Adds a game on a field: the AIs and their ranks (1 is best, ranks can be shared). The order
    /// of calls doesn't matter.
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks) {
        orders_.add(field, ais, ranks);
    }

    struct Rating {
        int games = 0;
        int group = 0; ///< AIs of different groups never met; −1: no games
        /// The mean of the group's core is 0, or as anchored. Outside the core the results alone
        /// don't determine it: there it is an estimate that rests on virtual games (bias_reduced).
        double elo = 0;
        /// The ends of the 95 % interval; no value: no bound can be given.
        std::optional<double> low;
        std::optional<double> high;
        bool is_in_core = false;
        /// The rating, if the results determine one.
        std::optional<double> value() const {
            return is_in_core ? std::optional(elo) : std::nullopt;
        }
        /// Within the group: 1 is best; equal ratings share a rank.
        int rank = 1;
        /// The confidence set of the rank, 95 % for all AIs at once.
        int best_rank = 1;
        int worst_rank = 1;
    };

    /// Two AIs of one group, `first` rated higher.
    struct Difference {
        int first = 0;
        int second = 0;
        double elo = 0;
        bool is_in_core = false;   ///< both are; otherwise `elo` isn't known
        std::optional<double> low; ///< 95 % interval of this difference alone
        std::optional<double> high;
        /// Two-sided, of this pair alone: the probability of a difference at least as large between
        /// equals; no value: no evidence.
        std::optional<double> p_value;
        /// The difference in standard errors, within the core.
        std::optional<double> deviations;
        /// True if it is certain, with a confidence of 95 % for all pairs at once.
        bool is_certain = false;
    };

    struct Result {
        std::vector<Rating> ratings; ///< by AI
        std::vector<Difference> differences;
        int groups = 0;
        std::vector<int> fields; ///< by group: the number of fields with rated games
        /// By group: the p-value of a pair in the core that is certain for all pairs at once.
        std::vector<double> levels;
        /// By two AIs: the fields on which the row's finished ahead of the column's more often than
        /// behind.
        Eigen::MatrixXi ahead;
    };

    /// The AI `anchor` gets the rating `anchor_elo`; −1: no anchor. An anchor outside the core has
    /// no effect: no difference to it is known.
    Result fit(int anchor = -1, double anchor_elo = 0) const;
    const FinishingOrders& orders() const { return orders_; }
    int ais() const { return ais_; }

    /// With fewer fields there are no intervals.
    static constexpr int min_fields = 10;

  private:
    int ais_;
    FinishingOrders orders_;
};

} // namespace referee
