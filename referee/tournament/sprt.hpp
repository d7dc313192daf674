#pragma once

/// Sequential test of two hypotheses about the difference between two AIs: generalised likelihood
/// ratio on pairs of games (five classes), in normalised Elo. Spec: tournament.md, "Formats".
///
/// Normalised Elo measures the difference in standard deviations of a game's result, so that draws
/// don't matter: 800/ln 10 times (expected share − ½) / deviation of one game. The generalised
/// ratio compares how likely the seen frequencies are under the likeliest distributions that fit
/// each of the hypotheses (Van den Bergh, "The generalized maximum likelihood ratio for the
/// expectation value of a distribution" and its sequel for the t-value).

#include "tournament/statistics.hpp"

#include <map>
#include <optional>
#include <string>

namespace referee {

struct SprtOrder {
    double elo0 = 0;     ///< what is to be rejected …
    double elo1 = 10;    ///< … in favour of this, elo0 < elo1
    double alpha = 0.05; ///< probability to accept elo1 where elo0 is true
    double beta = 0.05;  ///< and the other way round
};

/// Reads "elo0,elo1[,alpha,beta]". Throws UserError.
SprtOrder read_sprt(const std::string& text);

/// Logarithm of the likelihood ratio of elo1 to elo0.
double log_likelihood_ratio(const PairCounts& counts, const SprtOrder& order);

enum class SprtDecision { none, accepts_elo0, accepts_elo1 };

/// Follows a tournament. It is judged on the longest beginning of the plan without a gap, so that
/// the order in which workers finish doesn't matter, pair by pair.
class Sprt {
  public:
    explicit Sprt(const SprtOrder& order) : order_(order) {}
    /// A finished match: its index, and the points of the first AI in its two games (0..2).
    void add(std::int64_t match, double points);
    SprtDecision decision() const { return decision_; }
    /// "log-likelihood ratio 1.23 of -2.94 to 2.94 after 140 pairs"
    std::string text() const;

  private:
    SprtOrder order_;
    PairCounts counts_;
    std::map<std::int64_t, double> waiting_; ///< finished before one that comes before them
    std::int64_t next_ = 0;
    double ratio_ = 0;
    SprtDecision decision_ = SprtDecision::none;
};

} // namespace referee
