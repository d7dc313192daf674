#pragma once

/// Intervals and tests for matches of two. Never the normal interval: with few games, or with
/// results near 0 and 1, it claims what isn't known.

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

/// A share between 0 and 1 with its 95 % interval.
struct ShareInterval {
    double share = 0;
    double low = 0;
    double high = 1;
};

/// Student's t with so many degrees of freedom, at least 1: the value that is exceeded with
/// probability 2.5 %, and the probability to stay below `value`.
double student_quantile(double degrees);
double student_probability(double value, double degrees);
/// Probability that a standard normal variable exceeds `value`.
double normal_tail(double value);
/// Probability of `count` heads or fewer, and of just so many, in `tosses` of an even coin.
double coin_probability(int count, int tosses);
double coin_density(int count, int tosses);

/// Games won, or lost, up to which they are taken as a Poisson variable, and what its mean is at
/// least if so many were seen (5 %).
constexpr double max_poisson = 4.5;
double poisson_low(double seen);

/// Wilson's score interval (1927) for `share` out of `games` independent games, which need not be a
/// whole number, with `quantile` standard errors to each side. Within four and a half games of 0 or
/// 1 its end there is at least as far as a Poisson variable's (Brown, Cai and DasGupta 2001), since
/// Wilson's falls short. Without games it is 0 to 1 around one half.
ShareInterval wilson(double share, double games, double quantile);

/// How many independent games with this mean share say as much as `units` units (fields with all
/// their games between the same AIs) whose shares have this variance (with n − 1). A unit counts 1
/// game where nothing scatters, and below 10 units; below 50 at most 8.
double games_of_units(double share, double variance, std::int64_t units);

/// The 95 % interval: Wilson's, on so many games, with the quantile of Student's t.
ShareInterval interval_of_units(double share, double variance, std::int64_t units);

/// Holm's correction (1979) of p-values that are looked at together.
std::vector<double> holm_corrected(const std::vector<double>& p_values);

/// Rating difference in Elo that goes with an expected share; −infinity for 0 and +infinity for 1.
double elo_of(double share);

/// Results of double matches between two: how many pairs of games brought the first 0, ½, 1, 1½ and
/// 2 points.
struct PairCounts {
    std::int64_t by_points[5] = {0, 0, 0, 0, 0};

    /// Adds one; `points` from 0 to 2, rounded to halves.
    void add(double points);
    std::int64_t pairs() const;
    /// Mean share of the first, 0..1.
    double mean() const;
    /// Variance of a pair's share, with n − 1; 0 below two pairs.
    double variance() const;
};

/// How the first did against the second.
struct MatchStatistics {
    std::int64_t pairs = 0;
    ShareInterval share;
    std::int64_t won = 0; ///< pairs with more than 1 point
    std::int64_t lost = 0;
    /// Sign test on the decided pairs: probability of a difference at least as large between
    /// equals, two-sided; 1 without any decided pair.
    double sign_test = 1;
};

MatchStatistics statistics_of(const PairCounts& counts);

/// "+35 [-12, +84]", "≥ +210" when all was won, "≤ -210" when all was lost, "–" without games.
std::string elo_text(const ShareInterval& interval);

} // namespace referee
