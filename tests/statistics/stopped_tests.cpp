// Sequential tests that stop, simulated: how often the adjusted estimate and its interval are
// right.
//
// Compiled with optimising: it computes.

#include "statistics/stopped_tests.hpp"

#include "tournament/statistics/adjusted_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tests {

using namespace referee;

StoppedCoverage stopped_coverage(const StoppedTest& arena, int tries) {
    std::mt19937 generator(8);
    std::uniform_real_distribution<double> uniform;
    const double draws = std::min(arena.draws, 2 * std::min(arena.score, 1 - arena.score));
    const auto result_at = [&](double place) {
        const double wins = arena.score - draws / 2;
        return place < wins ? 1 : place < wins + draws ? 0.5 : 0;
    };
    const auto points = [&] {
        const double first = uniform(generator);
        double second = uniform(generator);
        if (uniform(generator) < std::abs(arena.correlation)) {
            second = arena.correlation > 0 ? first : 1 - first;
        }
        return result_at(first) + result_at(second);
    };
    const std::string cell = fmt::format(
        "[{}, {}], score {}, draws {}, correlation {}, at most {} pairs", arena.elo0, arena.elo1,
        arena.score, arena.draws, arena.correlation, arena.max_pairs);
    StoppedCoverage coverage{{cell, 0, tries}, {cell, 0, 2 * tries}, {cell, 0, tries}};
    const auto holds = [&](const ShareInterval& share) {
        return share.low <= arena.score && arena.score <= share.high ? 1 : 0;
    };
    SprtConfig config;
    config.elo0 = arena.elo0;
    config.elo1 = arena.elo1;
    for (int attempt = 0; attempt < tries; ++attempt) {
        Sprt test(config);
        for (int pair = 0; test.decision() == SprtDecision::none && pair < arena.max_pairs;
             ++pair) {
            test.add(pair, points());
        }
        const ShareInterval share = adjusted_estimate(test.counts(), config).share;
        coverage.interval.held += holds(share);
        coverage.low.held += share.share < arena.score ? 2 : share.share == arena.score ? 1 : 0;
        coverage.unadjusted.held += holds(statistics_of(test.counts()).share);
    }
    return coverage;
}

} // namespace tests
