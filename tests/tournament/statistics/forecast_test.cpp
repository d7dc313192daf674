// How many more fields, pairs or matches will decide: the range is judged by what happens.

#include "statistics/simulations.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/forecast.hpp"

#include <cmath>
#include <random>

using namespace referee;

TEST_CASE(
    "Two thirds and more of tournaments end as forecast, whatever the truth",
    "[statistics][slow]") {
    for (const double elo : {0.0, 60.0}) {
        const tests::Coverage coverage = tests::forecast_coverage(elo, 15, 30);
        INFO(coverage.cell << ": " << coverage.share() << " of " << coverage.tries);
        CHECK(coverage.tries >= 25);    // the others are decided
        CHECK(coverage.share() >= 0.6); // 3 errors below the nominal 80 %
    }
}

TEST_CASE("Of what looks equal it is said that it may never be decided", "[statistics]") {
    const KnownDifference equal{0.3, 0.04, 40, std::log(20.0)};
    const Forecast forecast = *forecast_of(equal);
    CHECK_FALSE(forecast.high.has_value());
    CHECK(forecast.low > 0);
    CHECK(forecast.most == 40 * 199);
    CHECK_FALSE(forecast_of(KnownDifference{1.5, 0.04, 0, std::log(20.0)}).has_value());
}

TEST_CASE("A larger difference, or less evidence needed, takes fewer fields", "[statistics]") {
    const auto forecast = [](double deviations, double needed) {
        return *forecast_of(KnownDifference{deviations, 0.04, 40, std::log(needed)});
    };
    CHECK(*forecast(2.8, 20).likely < *forecast(1.8, 20).likely);
    CHECK(*forecast(1.8, 20).likely < *forecast(1.8, 400).likely);
    const Forecast far = forecast(2.8, 400);
    CHECK(far.low < *far.likely);
    CHECK((!far.high || *far.high > *far.likely));
    CHECK(*forecast(2.8, 20).likely == *forecast(-2.8, 20).likely);
}

TEST_CASE(
    "The sequential test ends within its forecast in about eight of ten cases", "[statistics]") {
    std::mt19937 generator(1);
    std::uniform_real_distribution<double> uniform;
    const SprtConfig config{0, 60};
    int tries = 0;
    int held = 0;
    for (int attempt = 0; attempt < 400; ++attempt) {
        // Independent games without draws, so that a pair has 0, 1 or 2 points.
        // Over truths as they come: for a single one that lies between the two hypotheses the test
        // takes longer than most.
        const double truth = 0.44 + 0.22 * uniform(generator);
        Sprt test(config);
        std::int64_t pair = 0;
        const auto play = [&](double share) {
            double points = 0;
            for (int game = 0; game < 2; ++game) {
                points += uniform(generator) < share ? 1 : 0;
            }
            test.add(pair++, points);
        };
        while (pair < 40) {
            play(truth);
        }
        const auto forecast = forecast_of(test);
        if (!forecast) {
            continue;
        }
        int more = 0;
        while (test.decision() == SprtDecision::none && more <= forecast->high.value_or(8000)) {
            play(truth);
            ++more;
        }
        ++tries;
        held += more >= forecast->low && (!forecast->high || more <= *forecast->high) ? 1 : 0;
    }
    INFO(held << " of " << tries);
    CHECK(tries > 200);
    CHECK(held >= 0.72 * tries);
    CHECK(held <= 0.88 * tries);
}

TEST_CASE(
    "A sequential test that has decided, or has hardly begun, has no forecast", "[statistics]") {
    Sprt test({0, 50});
    CHECK_FALSE(forecast_of(test).has_value());
    for (std::int64_t pair = 0; test.decision() == SprtDecision::none; ++pair) {
        test.add(pair, 2);
    }
    CHECK_FALSE(forecast_of(test).has_value());
}

TEST_CASE("Forecasts are told with two digits", "[statistics]") {
    CHECK(
        forecast_text({40, 25, 90, 8000}, "field") ==
        "about 40 more fields (8 chances in 10 that it takes 25 to 90)");
    CHECK(
        forecast_text({1234, 567, {}, 20'000}, "double match") ==
        "about 1200 more double matches (9 chances in 10 that it takes more than 570; it may be more "
        "than 20000)");
    CHECK(
        forecast_text({{}, 567, {}, 5000}, "double match") ==
        "probably more than 5000 more double matches (9 chances in 10 that it takes more than 570)");
    CHECK(
        forecast_text({1, 1, 1, 200}, "match") ==
        "about 1 more match (8 chances in 10 that it takes 1)");
}
