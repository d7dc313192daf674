#pragma once

/// Intervals and tests for matches of two. Never the normal interval: with few games, or with
/// results near 0 and 1, it claims what isn't known. Spec: tournament.md, "Statistics".

#include <cstdint>
#include <string>

namespace referee {

/// A share between 0 and 1 with its 95 % interval.
struct ShareInterval {
    double share = 0;
    double low = 0;
    double high = 1;
};

/// Wilson's score interval (1927) at 95 % for `share` out of `games` independent games, which need
/// not be a whole number. Without games it is 0 to 1 around one half.
ShareInterval wilson(double share, double games);

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
    /// Variance of a pair's share.
    double variance() const;
};

/// How the first did against the second.
struct MatchStatistics {
    std::int64_t pairs = 0;
    ShareInterval share;
    /// How many independent games a pair is worth (1..8; 2 where all pairs are alike): the two
    /// games of a pair share a field, so they may say more, or less, than two others.
    double games_per_pair = 2;
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
