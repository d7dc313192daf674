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
};
/// Intervals of ratings that are printed, bounds too: those that hold the truth.
Coverage rating_coverage(const RatedArena& arena, int tries);
/// Tournaments in which all rank sets hold the true rank, those of equals any of theirs.
Coverage rank_set_coverage(const RatedArena& arena, int tries);
/// Win rates of seats where the first seat is `advantage` Elo better than the last: the intervals
/// that hold the long-run rate.
Coverage seat_coverage(const RatedArena& arena, double advantage, int tries);
/// Tournaments in which no triple is said to contradict the ratings at 5 %.
Coverage misfit_silence(const RatedArena& arena, int tries);

/// Runs of the sequential test at its own hypotheses: those that accept the right one.
/// `draws`: share of drawn games; `correlation` as above.
Coverage sprt_correctness(
    double elo0, double elo1, bool is_elo1_true, double draws, double correlation, int tries);

} // namespace tests
