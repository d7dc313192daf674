#pragma once

/// Sequential test of two hypotheses about the difference between two AIs: a generalised likelihood
/// ratio on pairs of games (five classes), in normalised Elo, for |elo| up to 400.
///
/// Normalised Elo measures the difference in standard deviations of a game's result, so that the
/// share of draws doesn't matter: 800/ln 10 times (expected share − ½) / deviation of one game. The
/// generalised ratio compares the maximal likelihoods of the observed frequencies under each
/// hypothesis (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
/// of a distribution" and its sequel for the t-value).

#include "tournament/statistics/pairs.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>

namespace referee {

struct SprtConfig {
    double elo0 = 0;     ///< elo under H0
    double elo1 = 10;    ///< elo under H1, above elo0
    double alpha = 0.05; ///< probability of accepting H1 if elo0 is true
    double beta = 0.05;  ///< probability of accepting H0 if elo1 is true
};

/// Reads "elo0,elo1[,alpha,beta]". Throws UserError.
SprtConfig read_sprt(const std::string& text);

/// The log-likelihood ratio of elo1 to elo0.
double log_likelihood_ratio(const PairCounts& counts, const SprtConfig& config);

/// The number of pairs before which a test decides nothing.
inline constexpr std::int64_t min_tested_pairs = 10;

/// Frequencies of pairs with 0, ½, 1, 1½ and 2 points of the first AI; their sum is 1.
using PairFrequencies = std::array<double, 5>;

/// The observed ones; a class without observations has a thousandth of a pair.
PairFrequencies frequencies_of(const PairCounts& counts);
/// The distribution with this mean share (between 0 and 1) under which `seen` is likeliest.
PairFrequencies likeliest_with_mean(const PairFrequencies& seen, double share);
/// What a pair adds to the log-likelihood ratio, by its points, if frequencies are `truth`.
PairFrequencies ratio_by_points(const PairFrequencies& truth, const SprtConfig& config);
/// The difference in normalised Elo that they mean.
double normalised_elo_of(const PairFrequencies& frequencies);

/// The difference, in normalised Elo, that a test of so many pairs shows in about half of all
/// cases.
double elo_shown_by(std::int64_t pairs, const SprtConfig& config);
/// The number of pairs that it takes on average to show a difference of elo1.
std::int64_t pairs_to_show(const SprtConfig& config);

/// Accepting H1 means that the difference is more than elo0, accepting H0 that it is less than
/// elo1. Only these statements have the requested error rates.
enum class SprtDecision { none, accepts_elo0, accepts_elo1 };

/// Follows a tournament pair by pair. It judges the longest gap-free beginning of the plan, so that
/// the order in which workers finish doesn't matter.
class Sprt {
  public:
    explicit Sprt(const SprtConfig& config) : config_(config) {}
    /// Adds a finished match: its index, and the points (0..2) of the AI that was given first on
    /// the command line, wherever it sits.
    void add(std::int64_t match, double points);
    /// A test that was looked at last with these pairs, in an order that nobody knows.
    static Sprt ended(const SprtConfig& config, const PairCounts& counts);
    SprtDecision decision() const { return decision_; }
    const SprtConfig& config() const { return config_; }
    /// The log-likelihood ratio, and the bounds at which it decides.
    double ratio() const { return ratio_; }
    double lower() const;
    double upper() const;
    /// The deviation of what a pair adds to the ratio, as long as differences are small.
    double width() const;
    /// The pairs judged so far, by points of the first AI.
    const PairCounts& counts() const { return counts_; }
    /// Normalised Elo as ordinary ones, by the draws and the correlation of the pairs so far.
    double ordinary_elo(double normalised) const;
    /// "H1 accepted: A is better than B"
    std::string verdict(const std::string& first, const std::string& second) const;
    /// Three lines: the verdict, "LLR 1.23 (-2.94, 2.94) [0, 10]" and "Ptnml(0-2): 3, 14, 60, 20,
    /// 3".
    std::string text(const std::string& first, const std::string& second) const;
    /// For people while it runs: the ratio with its bounds, the score and the pairs.
    std::string progress() const;

  private:
    void decide();

    SprtConfig config_;
    PairCounts counts_;
    std::map<std::int64_t, double> waiting_; ///< finished matches with a gap before them
    std::int64_t next_ = 0;
    double ratio_ = 0;
    SprtDecision decision_ = SprtDecision::none;
};

} // namespace referee
