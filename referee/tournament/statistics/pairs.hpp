#pragma once

/// Intervals and tests for matches of two. The normal approximation is not used: with few games or
/// results near 0 and 1 it is too narrow.

#include "tournament/statistics/confidence.hpp"

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

/// Student's t with at least 1 degree of freedom: the 97.5 % quantile, and the cumulative
/// probability of `value`.
double student_quantile(double degrees);
double student_probability(double value, double degrees);
/// As many standard errors of a normal variable as are exceeded as rarely as these of Student's t.
double normal_deviations(double deviations, double degrees);
/// Probability that a standard normal variable exceeds `value`.
double normal_tail(double value);
/// Probability of at most, and of exactly, `count` heads in `tosses` of a fair coin.
double coin_probability(int count, int tosses);
double coin_density(int count, int tosses);

/// The number of wins (or losses) up to which they count as a Poisson variable, and the 5 % lower
/// bound of its mean after this many.
constexpr double max_poisson = 4.5;
double poisson_low(double seen);

/// Wilson's score interval (1927) for `share` out of `games` independent games (not necessarily an
/// integer), with `quantile` standard errors to each side. Within 4.5 games of 0 or 1 that end is
/// at least as far away as a Poisson variable's (Brown, Cai and DasGupta 2001), because Wilson's is
/// too near. Without games it is 0 to 1 around one half.
ShareInterval wilson(double share, double games, double quantile);

/// The number of independent games with this mean share that is worth as much as `units` units
/// (fields with all their games between the same AIs) whose shares have this variance (with n − 1).
/// A unit counts as 1 game if nothing scatters.
double games_of_units(double share, double variance, std::int64_t units);

/// The 95 % interval: Wilson's for that many games, with the quantile of Student's t.
ShareInterval interval_of_units(double share, double variance, std::int64_t units);

/// Holm's correction (1979) for multiple p-values.
std::vector<double> holm_corrected(const std::vector<double>& p_values);

/// The rating difference in Elo for an expected share; −infinity for 0 and +infinity for 1.
double elo_of(double share);

/// Results of double matches between two AIs: the number of pairs that gave the first 0, ½, 1, 1½
/// and 2 points.
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

/// The result of the first against the second.
struct MatchStatistics {
    std::int64_t pairs = 0;
    ShareInterval share;
    std::int64_t won = 0; ///< pairs with more than 1 point
    std::int64_t lost = 0;
    /// Two-sided sign test on the decided pairs: the probability of a difference at least as large
    /// between equals; 1 without decided pairs.
    double sign_test = 1;
};

MatchStatistics statistics_of(const PairCounts& counts);

/// A rating, difference or bound as a whole number: "+35", "-12", "+0".
std::string signed_text(double elo);

/// A share of the points that were to be had as a percentage: "62.5"; "–" if there were none.
std::string percent_text(double share, double points);

/// A sum of shares, which are halves, thirds and so on, with as few digits as possible: "2.5".
std::string share_text(double share);

/// "+35 [-12, +84]", "≥ +210" when all was won, "≤ -210" when all was lost, "–" without games.
std::string elo_text(const ShareInterval& interval);

// The win rate of each seat with its interval. Fields are the units, since the games of a field
// are not independent.

/// A seat over all games; if the match decides, by the score of each game.
struct SeatRow {
    std::int64_t games = 0;
    double share = 0;       ///< summed
    ShareInterval interval; ///< 95 %, with fields as units
};

class SeatRates {
  public:
    SeatRates(int seats, int fields);

    /// Adds the share (0..1) of a seat, counted from 0, in a game on a field.
    void add(int field, int seat, double share);

    /// The number of fields played on.
    int played() const;
    /// By seat.
    std::vector<SeatRow> rows() const;

  private:
    std::vector<SeatRow> rows_;
    std::vector<std::int32_t> games_; ///< by field
    std::vector<float> shares_;       ///< summed by field and seat
};

} // namespace referee
