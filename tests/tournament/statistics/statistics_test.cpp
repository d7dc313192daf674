// Intervals and tests, briefly; `make statistics` simulates them in full.

#include "statistics/simulations.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/pairs.hpp"

#include <cmath>

using namespace referee;

TEST_CASE(
    "The 95 % interval of a match covers the true score in 93 to 99 % of simulated matches, and in "
    "more only where hardly any result is possible but the commonest",
    "[statistics][slow]") {
    for (const int pairs : {9, 10, 20, 50}) {
        for (const double score : {0.5, 0.8, 0.95, 0.995}) {
            for (const double draws : {0.0, 0.8}) {
                for (const double correlation : {-0.8, 0.0, 1.0}) {
                    const auto coverage =
                        tests::pair_coverage(pairs, score, draws, correlation, 2000);
                    INFO(coverage.cell << ": " << coverage.share());
                    CHECK(coverage.share() >= 0.93);
                    CHECK((coverage.share() <= 0.995 || coverage.is_coarse));
                }
            }
        }
    }
}

TEST_CASE(
    "The 95 % interval of a seat's win rate covers it in 93 to 99 % of simulated tournaments",
    "[statistics][slow]") {
    for (const int seats : {2, 4, 8}) {
        for (const double field_effect : {0.0, 150.0}) {
            const auto coverage =
                tests::seat_coverage({8, seats, 10, 400, field_effect, true}, 200, 300);
            INFO(coverage.cell << ": " << coverage.share());
            CHECK(coverage.share() >= 0.93);
            CHECK(coverage.share() <= 0.99);
        }
    }
}

TEST_CASE(
    "The 95 % intervals of ratings cover the truth in at least 93 % of simulated tournaments",
    "[statistics][slow]") {
    for (const int seats : {2, 4}) {
        for (const double field_effect : {0.0, 150.0}) {
            tests::RatedArena arena;
            arena.ais = 6;
            arena.seats = seats;
            arena.fields = 12;
            arena.field_effect = field_effect;
            for (const tests::Coverage& coverage : tests::rating_coverage(arena, 300).cells) {
                INFO(coverage.cell << ": " << coverage.share());
                CHECK(coverage.share() >= 0.92); // the simulation's own scatter
            }
        }
    }
}

TEST_CASE("Of equal AIs hardly ever one is called certainly better", "[statistics]") {
    tests::RatedArena arena;
    arena.ais = 10;
    arena.spread = 0;
    arena.fields = 15;
    const auto coverage = tests::rank_set_coverage(arena, 100);
    INFO(coverage.share());
    CHECK(coverage.share() >= 0.92);
}

TEST_CASE("Of AIs that ratings describe hardly ever a circle is named", "[statistics]") {
    for (const double spread : {0.0, 1600.0}) {
        tests::RatedArena arena;
        arena.fields = 50;
        arena.spread = spread;
        const auto coverage = tests::cycle_silence(arena, 100);
        INFO(coverage.share());
        CHECK(coverage.share() >= 0.95);
    }
}

TEST_CASE("Wilson's interval has the values of its formula", "[statistics]") {
    constexpr double z = 1.959963985;
    // 10 of 10: z²/(n + z²) below one.
    CHECK(wilson(1, 10, z).low == Approx(10 / (10 + 1.959963985 * 1.959963985)));
    CHECK(wilson(1, 10, z).high == 1);
    CHECK(wilson(0, 10, z).low == 0);
    CHECK(wilson(0.5, 100, z).low == Approx(0.4038).margin(1e-4));
    CHECK(wilson(0.5, 100, z).high == Approx(0.5962).margin(1e-4));
    CHECK(wilson(0.3, 0, z).low == 0);
    CHECK(wilson(0.3, 0, z).high == 1);
    // One lost of 100: at least as far as a Poisson variable's −ln 0.95.
    CHECK(wilson(0.99, 100, z).high == Approx(1 + std::log(0.95) / 100));
}

TEST_CASE(
    "All-wins, all-losses, all-draws and nothing at all print sensible words", "[statistics]") {
    const auto text_of = [](double points, int pairs) {
        PairCounts counts;
        for (int i = 0; i < pairs; ++i) {
            counts.add(points);
        }
        return elo_text(statistics_of(counts).share);
    };
    CHECK(text_of(2, 10) == "≥ +116");
    CHECK(text_of(0, 10) == "≤ -116");
    CHECK_THAT(text_of(1, 10), StartsWith("+0 ["));
    CHECK(text_of(1, 0) == "–");
    for (int pairs = 0; pairs < 30; ++pairs) {
        for (const double points : {0.0, 0.5, 1.0, 1.5, 2.0}) {
            const std::string text = text_of(points, pairs);
            INFO(text);
            CHECK(text.find("nan") == std::string::npos);
            CHECK(text.find("inf") == std::string::npos);
        }
    }
}

TEST_CASE("A pair is worth as many independent games as its variance says", "[statistics]") {
    // Both games of a pair always end alike: one game each, up to the n − 1.
    CHECK(games_of_units(0.5, 0.25 * 20 / 19, 20) == Approx(19));
    // Independent games without draws.
    CHECK(games_of_units(0.5, 0.125, 20) == Approx(40));
    // Who is ahead in one game is behind in the other: worth more than two games.
    CHECK(games_of_units(0.5, 0.01, 20) == Approx(500));
    CHECK(games_of_units(0.5, 0, 20) == 20); // nothing scatters
}

TEST_CASE("A sign test counts decided pairs, and Holm's correction many tests", "[statistics]") {
    PairCounts doubled;
    PairCounts clear;
    for (int i = 0; i < 20; ++i) {
        doubled.add(i % 2 == 0 ? 2 : 0);
    }
    for (int i = 0; i < 10; ++i) {
        clear.add(2);
    }
    CHECK(statistics_of(doubled).sign_test == Approx(1));
    CHECK(statistics_of(clear).sign_test == Approx(2.0 / 1024));
    const std::vector<double> corrected = holm_corrected({0.01, 0.5, 0.02, 0.6});
    CHECK(corrected[0] == Approx(0.04));
    CHECK(corrected[2] == Approx(0.06));
    CHECK(corrected[1] == Approx(1));
    CHECK(corrected[3] == Approx(1));
}

TEST_CASE("a share is rounded alike, however it was computed", "[statistics]") {
    for (int points = 1; points <= 400; ++points) {
        for (int share = 0; share <= points; ++share) {
            CAPTURE(share, points);
            const double quotient = static_cast<double>(share) / points;
            CHECK(percent_text(share, points) == percent_text(quotient, 1));
            CHECK(percent_text(share, points) == percent_text(2 * quotient, 2));
        }
    }
    CHECK(percent_text(49, 80) == "61.3");
    CHECK(percent_text(0, 0) == "–");
}
