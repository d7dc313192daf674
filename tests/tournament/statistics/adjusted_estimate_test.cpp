// The difference of two AIs after a sequential test chose when to stop.

#include "statistics/stopped_tests.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/adjusted_estimate.hpp"
#include "tournament/statistics/stopped_motion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace referee;

namespace {

/// What a walk on a fine grid does until `time`, counted step by step: an independent way to the
/// same probabilities.
struct Walk {
    double upper = 0;
    double lower = 0;
    std::vector<double> still; ///< by place from 0 on

    Walk(const Motion& motion, double time, int cells) : still(cells + 1) {
        const double step = motion.width / cells;
        const double up = (1 + motion.drift * step) / 2;
        still[static_cast<std::size_t>(std::lround(motion.start / step))] = 1;
        const auto steps = static_cast<int>(std::lround(time / (step * step)));
        for (int i = 0; i < steps; ++i) {
            std::vector<double> next(still.size());
            for (int at = 1; at < cells; ++at) {
                next[at + 1] += up * still[at];
                next[at - 1] += (1 - up) * still[at];
            }
            upper += next[cells];
            lower += next[0];
            next[cells] = 0;
            next[0] = 0;
            still = next;
        }
    }
};

PairCounts counts_of(const std::array<int, 5>& by_points) {
    PairCounts counts;
    std::copy(by_points.begin(), by_points.end(), counts.by_points);
    return counts;
}

} // namespace

TEST_CASE("A motion between two bounds stops as a fine walk does", "[statistics][stopped]") {
    constexpr int cells = 60;
    for (const double drift : {-4.0, 0.0, 1.5}) {
        for (const double time : {0.03, 0.08, 0.12, 0.6}) {
            for (const double start : {0.2, 0.5}) {
                const Motion motion{drift, 1, start};
                const Walk walk(motion, time, cells);
                INFO("drift " << drift << ", time " << time << ", start " << start);
                CHECK(stopped_at_upper(motion, time) == Approx(walk.upper).margin(0.004));
                CHECK(stopped_at_lower(motion, time) == Approx(walk.lower).margin(0.004));
                // A walk is on every second place, which stands for those beside it, too.
                double below = 0;
                for (int at = 0; at <= cells; ++at) {
                    below += walk.still[at] * std::clamp((25.5 - at) / 2, 0.0, 1.0);
                }
                CHECK(still_below(motion, time, 24.5 / cells) == Approx(below).margin(0.004));
            }
        }
    }
}

TEST_CASE("A motion is somewhere, and both series agree where they meet", "[statistics][stopped]") {
    for (const double drift : {-300.0, -3.0, 0.0, 1e-9, 0.5, 40.0}) {
        for (const double width : {0.5, 8.0}) {
            for (const double time : {0.0, 1e-4, 0.02, 0.0999999, 0.1000001, 0.7, 50.0}) {
                const Motion motion{drift, width, 0.3 * width};
                const double scaled = time * width * width;
                INFO("drift " << drift << ", width " << width << ", time " << scaled);
                CHECK(
                    stopped_at_upper(motion, scaled) + stopped_at_lower(motion, scaled) +
                        still_below(motion, scaled, width) ==
                    Approx(1).margin(1e-9));
            }
            const Motion motion{drift, width, 0.6 * width};
            const double before = 0.0999999 * width * width;
            const double after = 0.1000001 * width * width;
            CHECK(
                stopped_at_upper(motion, before) ==
                Approx(stopped_at_upper(motion, after)).margin(1e-4));
            CHECK(
                still_below(motion, before, width / 2) ==
                Approx(still_below(motion, after, width / 2)).margin(1e-4));
        }
    }
    // Gambler's ruin.
    CHECK(stopped_at_upper({0, 2, 0.5}, 1e6) == Approx(0.25));
    CHECK(
        stopped_at_upper({0.7, 2, 0.5}, 1e6) ==
        Approx((1 - std::exp(-1.4 * 0.5)) / (1 - std::exp(-1.4 * 2))));
}

TEST_CASE(
    "An estimate after a stop is nearer to the middle of the hypotheses", "[statistics][stopped]") {
    // The pairs of a test of 0 against 10 that has just stopped.
    const PairCounts counts = counts_of({20, 90, 180, 140, 42});
    const SprtConfig config{0, 10, 0.05, 0.05};
    REQUIRE(Sprt::ended(config, counts).decision() == SprtDecision::accepts_elo1);
    const AdjustedEstimate estimate = adjusted_estimate(counts, config);
    CHECK(estimate.share.share < counts.mean());
    CHECK(estimate.share.low < estimate.share.share);
    CHECK(estimate.share.high > estimate.share.share);
    CHECK(estimate.superiority > 0.975);
    CHECK(estimate.share.low > 0.5);
    REQUIRE(estimate.normalised_low);
    CHECK(*estimate.normalised_low > 0);
    CHECK(*estimate.normalised > *estimate.normalised_low);
    CHECK(*estimate.normalised_high > *estimate.normalised);
}

TEST_CASE("An estimate after a stop is the same for both AIs", "[statistics][stopped]") {
    for (const std::array<int, 5>& by_points :
         {std::array{20, 90, 180, 140, 42},
          {0, 0, 1, 0, 14},
          {0, 0, 0, 0, 30},
          {3, 4, 9, 5, 3},
          {60, 10, 0, 0, 0}}) {
        INFO(by_points[0] << " " << by_points[1] << " " << by_points[2] << " …");
        PairCounts other = counts_of(by_points);
        std::reverse(std::begin(other.by_points), std::end(other.by_points));
        const AdjustedEstimate one = adjusted_estimate(counts_of(by_points), {-5, 20, 0.05, 0.1});
        const AdjustedEstimate two = adjusted_estimate(other, {-20, 5, 0.1, 0.05});
        CHECK(one.share.share == Approx(1 - two.share.share).margin(1e-5));
        CHECK(one.share.low == Approx(1 - two.share.high).margin(1e-5));
        CHECK(one.share.high == Approx(1 - two.share.low).margin(1e-5));
        CHECK(one.superiority == Approx(1 - two.superiority).margin(1e-5));
        CHECK(one.share.low < one.share.high);
    }
}

TEST_CASE(
    "A test that stopped as early as it could is a fixed number of pairs",
    "[statistics][stopped]") {
    const PairCounts counts = counts_of({0, 0, 1, 2, 7});
    const AdjustedEstimate estimate = adjusted_estimate(counts, {0, 200, 0.05, 0.05});
    const ShareInterval fixed = statistics_of(counts).share;
    CHECK(estimate.share.share == fixed.share);
    CHECK(estimate.share.low == fixed.low);
    CHECK(estimate.superiority == superiority_of(counts));
    CHECK(adjusted_estimate({}, {}).share.high == 1);
}

TEST_CASE("LOS is 97.5 % where the interval begins at one half", "[statistics][stopped]") {
    CHECK(superiority_of(counts_of({0, 0, 9, 0, 0})) == Approx(0.5));
    CHECK(superiority_of(counts_of({3, 5, 9, 5, 3})) == Approx(0.5));
    CHECK(superiority_of({}) == 0.5);
    CHECK(superiority_of(counts_of({0, 0, 0, 0, 20})) > 0.99);
    for (int won = 10; won < 60; ++won) {
        const PairCounts counts = counts_of({10, 20, 40, 20, won});
        INFO(won);
        CHECK((superiority_of(counts) > 0.975) == (statistics_of(counts).share.low > 0.5));
    }
}

TEST_CASE(
    "Intervals after a stop hold the truth, and estimates are too low as often as too high",
    "[statistics][stopped][slow]") {
    constexpr int tries = 400;
    for (const tests::StoppedTest& cell :
         {tests::StoppedTest{0, 50, 0.5, 0.3, 0},
          {0, 50, 0.56, 0, 0.5},
          {-30, 30, 0.65, 0.2, 0},
          {0, 20, 0.52, 0.3, 0, 120}}) {
        const tests::StoppedCoverage coverage = tests::stopped_coverage(cell, tries);
        INFO(
            coverage.interval.cell << ": " << coverage.interval.share() << ", too low "
                                   << coverage.low.share());
        CHECK(coverage.interval.share() >= 0.95 - 3 * std::sqrt(0.95 * 0.05 / tries));
        CHECK(std::abs(coverage.low.share() - 0.5) <= 3 * std::sqrt(0.25 / tries));
    }
}
