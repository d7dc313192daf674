#pragma once

/// What is said about the difference of two AIs after a sequential test chose when to stop.

#include "statistics/simulations.hpp"

namespace tests {

/// Two AIs with a known score and a sequential test of it.
struct StoppedTest {
    double elo0 = 0;
    double elo1 = 10;
    double score = 0.5;
    double draws = 0;       ///< share of drawn games, as far as the score allows
    double correlation = 0; ///< of the two games of a pair: −1 (one each) to 1 (both alike)
    int max_pairs = 20'000; ///< then its fields are used up
};

struct StoppedCoverage {
    Coverage interval;   ///< intervals that hold the score
    Coverage low;        ///< estimates below the score; equal ones count half: 0.5 is right
    Coverage unadjusted; ///< intervals of a fixed number of pairs, for comparison
};

StoppedCoverage stopped_coverage(const StoppedTest& test, int tries);

} // namespace tests
