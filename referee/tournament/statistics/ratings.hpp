#pragma once

/// Ratings of all AIs from the finishing orders of their games, by the model of Plackett and Luce,
/// which for two players is Bradley and Terry's, without the bias of the most likely ratings (see
/// bias_reduced). All intervals have the level of interval_error (confidence.hpp); that of one AI
/// comes from Scale::add_interval().
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

#include "tournament/statistics/cycles.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace referee {

/// By index: 1 and the number of ratings (Elo) that are higher. Those that differ by less than a
/// millionth are equal: rounding.
std::vector<int> ranks_of_ratings(const std::vector<double>& elos);

class Ratings {
  public:
    explicit Ratings(int ais) : ais_(ais) {}
    /// `same_as`: by AI the first one that is the same program, itself if it is the first. Copies
    /// are one piece of evidence: they share a rating, and their games against one another say
    /// nothing.
    explicit Ratings(std::vector<int> same_as)
        : ais_(static_cast<int>(same_as.size())), same_as_(std::move(same_as)) {}

    /// Adds a game on a field: the AIs and their ranks (1 is best, ranks can be shared). The order
    /// of calls doesn't matter.
    void add(int field, const std::vector<int>& ais, const std::vector<int>& ranks);

    struct Rating {
        int games = 0;
        int group = 0; ///< AIs of different groups never met; −1: no games
        /// The mean of the group's core is 0, or as anchored. Outside the core the results alone
        /// don't determine it: there it is an estimate that rests on virtual games (bias_reduced).
        double elo = 0;
        /// The ends of the 95 % interval, for one look at a plan fixed beforehand; no value: no
        /// bound can be given, or it says no more than that the AI is among the others.
        std::optional<double> low;
        std::optional<double> high;
        bool is_in_core = false;
        /// A single game tells too little for a rating and a rank.
        bool is_rated() const { return games > 1 || is_in_core; }
        /// The rating, if the results determine one.
        std::optional<double> value() const {
            return is_in_core ? std::optional(elo) : std::nullopt;
        }
        /// Within the group: 1 is best; equal ratings share a rank.
        int rank = 1;
        /// The confidence set of the rank, 95 % for all AIs at once, at any time (any_time.hpp).
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
        /// Two-sided, of this pair alone, at one look: the probability of a difference at least as
        /// large between equals; no value: no evidence.
        std::optional<double> p_value;
        /// The difference in standard errors, as of a normal variable, and one of these in Elo;
        /// within the core.
        std::optional<double> deviations;
        double error = 0;
        /// That they differ, and what it must reach so that this is certain if that of other pairs
        /// stays: logarithms of e-values (any_time.hpp).
        double evidence = 0;
        double needed = 0;
        /// For all pairs of the group at once, whenever somebody looks.
        double any_time_p_value = 1;
        /// True if it is certain that the first is better, with a confidence of 95 % for all pairs
        /// at once, whenever somebody looks.
        bool is_certain = false;
    };

    /// Any two AIs of a group.
    class AnyPair {
      public:
        virtual ~AnyPair() = default;
        virtual Difference between(int one, int other) const = 0;
        virtual bool is_certain(int better, int worse) const = 0;
    };

    /// How far half the width of an interval of a rating is off because of random draws: its
    /// standard error, as a share of it.
    struct Approximation {
        int draws = 0;
        double usual = 0; ///< of half of the ratings at most this
        double largest = 0;
    };

    struct Result {
        std::vector<Rating> ratings; ///< by AI
        /// Of all pairs, or of those that met.
        std::vector<Difference> differences;
        /// Where `differences` has only those that met: the others.
        std::shared_ptr<const AnyPair> any_pair;
        std::optional<Approximation> approximation; ///< of many AIs
        int groups = 0;
        std::vector<int> fields; ///< by group: the number of fields with rated games
        FieldsAhead ahead;
    };

    /// The AI `anchor` gets the rating `anchor_elo`; −1: no anchor. An anchor outside the core has
    /// no effect: no difference to it is known.
    Result fit(int anchor = -1, double anchor_elo = 0) const;
    /// The two ways to do so, whatever the number of AIs: for tests.
    Result fit_of_many(int anchor = -1, double anchor_elo = 0) const;
    Result fit_exactly(int anchor = -1, double anchor_elo = 0) const;
    const FinishingOrders& orders() const { return orders_; }
    int ais() const { return ais_; }

    /// With fewer fields there are no intervals.
    static constexpr int min_fields = 10;
    /// With more AIs the figures come from iterations and random draws (large_ratings.hpp).
    static constexpr int max_exact = 500;

  private:
    int ais_;
    std::vector<int> same_as_; ///< empty: all differ
    FinishingOrders orders_;
    std::vector<int> programs_; ///< scratch
};

} // namespace referee
