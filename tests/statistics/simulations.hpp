#pragma once

/// Tournaments between AIs of known strengths, and how often the printed statements about them are
/// true. `make statistics` runs them in full, a test runs a short version.

#include <random>
#include <string>
#include <vector>

namespace tests {

/// How often a statement was true.
struct Coverage {
    std::string cell;
    int held = 0;
    int tries = 0;
    /// True if hardly any result is possible but the commonest, so that the share moves in steps
    /// and can exceed 0.99 (referee/tournament/README.md, "How often the statements are true").
    bool is_coarse = false;
    double share() const { return tries == 0 ? 1 : static_cast<double>(held) / tries; }
};

/// Double matches between two: intervals of the score, on `pairs` fields.
/// `score`: true share of the first; `draws`: share of drawn games, as far as the score allows;
/// `correlation` of the two games of a pair: −1 (one each) to 1 (both alike).
Coverage pair_coverage(int pairs, double score, double draws, double correlation, int tries);

/// Ratings of AIs with known ratings, `spread` Elo apart from best to worst in equal steps.
struct RatedArena {
    int ais = 8;
    int seats = 2;
    int fields = 10;
    double spread = 400;
    /// Standard deviation in Elo of what a field adds to each AI's strength, alike in all its
    /// games.
    double field_effect = 0;
    bool all_meet = true; ///< on each field, else one group a field in turns
    double draws = 0;     ///< share of drawn games of equals, with two seats
    double copies = 0;    ///< share of second games of a double match that end like the first
    /// True if one more AI, as strong as the middle of the others, has only met the weakest.
    bool has_newcomer = false;
};
/// Intervals of ratings and bounds: those that hold the truth. An AI without a bound counts as
/// covered. Apart for the best AI, the worst, those between, and the newcomer.
struct RatingCoverage {
    std::vector<Coverage> cells;
    double two_sided = 0; ///< share of the AIs without the newcomer that have both ends
};
RatingCoverage rating_coverage(const RatedArena& arena, int tries);
/// Tournaments in which all rank sets hold the true rank, those of equals any of theirs.
Coverage rank_set_coverage(const RatedArena& arena, int tries);
/// Win rates of seats where the first seat is `advantage` Elo better than the last: the intervals
/// that hold the long-run rate.
Coverage seat_coverage(const RatedArena& arena, double advantage, int tries);
/// Tournaments in which no circle is named.
Coverage cycle_silence(const RatedArena& arena, int tries);

/// Tournaments of three AIs and more of which each beats the next third and loses to the one
/// before, `cycle` Elo: those in which a circle is named.
Coverage cycle_found(int ais, int fields, double cycle, int tries);
/// Forecasts of how many more fields decide between two AIs, `elo` apart, after `fields`: ranges of
/// 80 % that hold the number that it takes where the present estimate is the truth. Those that say
/// that perhaps no number of fields decides don't count.
Coverage forecast_coverage(double elo, int fields, int tries);
/// AIs without a line about where they lose: they lose alike everywhere. Fields have three
/// parameters without effect.
Coverage findings_silence(const RatedArena& arena, int tries);
/// Tournaments in which one of eight AIs is weaker by `elo` in the second seat: those with a line
/// that says so.
Coverage findings_found(double elo, int fields, int tries);
/// Runs of tune that name none of so many parameters without effect.
Coverage tune_silence(int parameters, double draws, double correlation, int tries);

/// Runs of the sequential test at its own hypotheses: those that accept the right one.
/// `draws`: share of drawn games; `correlation` as above.
Coverage sprt_correctness(
    double elo0, double elo1, bool is_elo1_true, double draws, double correlation, int tries);

} // namespace tests
