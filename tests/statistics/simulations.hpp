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
    double copies = 0;    ///< share of further games of a match that end like the first
    /// True if one more AI, as strong as the middle of the others, has only met the weakest.
    bool has_newcomer = false;
    /// Standard deviation in Elo of what a field adds to whoever plays in a seat.
    double seat_effect = 0;
    bool close_games_last = false; ///< where games are stored: equals play for longer
};
/// Intervals of ratings and bounds: those that hold the truth, of those that are printed. Apart for
/// the best AI, the worst, those between, and the newcomer.
struct RatingCoverage {
    std::vector<Coverage> cells;
    double two_sided = 0; ///< share of the AIs without the newcomer that have both ends
};
RatingCoverage rating_coverage(const RatedArena& arena, int tries);
/// Tournaments in which all rank sets hold the true rank, those of equals any of theirs.
Coverage rank_set_coverage(const RatedArena& arena, int tries);
/// When somebody looks at a tournament that grows.
struct Looks {
    int first = 20; ///< fields at the first look
    int step = 10;  ///< more at each further one
    int count = 10;
    /// The next look is after as many fields as the forecast says, at most 200 at once.
    bool follows_forecast = false;
};
/// Tournaments in which nothing is ever called certain that isn't so, whenever somebody looks:
/// neither of two ratings, nor of the fields on which one of two was ahead, nor a circle.
/// `arena.fields` doesn't count.
Coverage any_time_truth(const RatedArena& arena, const Looks& looks, int tries);
/// The same where the first `copies` AIs are one program under several names, `edge` Elo above the
/// others: no bound or interval of theirs is false in what is printed of them.
Coverage copies_truth(int copies, int others, double edge, int fields, int tries);
/// How many fields it takes until it is certain which of two is better, looked at after every
/// fifth: in half and in eight of ten tournaments; `most` if it takes longer.
struct Cost {
    int median = 0;
    int in_eight_of_ten = 0;
};
Cost cost_of_certainty(double elo, double draws, int most, int tries);

/// Win rates of seats where the first seat is `advantage` Elo better than the last: the intervals
/// that hold the long-run rate.
Coverage seat_coverage(const RatedArena& arena, double advantage, int tries);
/// Tournaments in which no circle is named.
Coverage cycle_silence(const RatedArena& arena, int tries);

/// Tournaments of three AIs and more of which each beats the next third and loses to the one
/// before, `cycle` Elo: those in which a circle is named.
Coverage cycle_found(int ais, int fields, double cycle, int tries);
/// Forecasts of how many more fields decide between two AIs that are `elo` apart, after `fields`:
/// ranges of 80 % that hold the number that it takes.
Coverage forecast_coverage(double elo, int fields, int tries);
/// AIs without a line about where they lose: they lose alike everywhere. Fields have three
/// parameters without effect.
Coverage findings_silence(const RatedArena& arena, int tries);
/// AIs whose lost games turn in the same thirds as those of others, with so many of either on a
/// field, of which a share ends like the one before: those without a word that they differ.
Coverage thirds_silence(double copies, int games, int fields, int tries);
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
