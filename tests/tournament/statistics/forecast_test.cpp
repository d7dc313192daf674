// How many more fields, pairs or matches would decide: the range holds where the estimate is true.

#include "statistics/simulations.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/forecast.hpp"

#include <random>

using namespace referee;

TEST_CASE(
    "Where the present estimate is the truth, 72 to 88 % of tournaments end within a forecast",
    "[statistics]") {
    for (const double elo : {30.0, 60.0, 100.0}) {
        const tests::Coverage coverage = tests::forecast_coverage(elo, 30, 500);
        INFO(coverage.cell << ": " << coverage.share() << " of " << coverage.tries);
        CHECK(coverage.tries >= 120); // the others are decided, or look equal
        CHECK(coverage.share() >= 0.72);
        CHECK(coverage.share() <= 0.88);
    }
}

TEST_CASE("Among equals no number of fields is forecast", "[statistics]") {
    CHECK_FALSE(forecast_of(0.9, 40, 0.05).has_value());
    CHECK_FALSE(forecast_of(-0.9, 40, 0.05).has_value());
    CHECK_FALSE(forecast_of(1.5, 1, 0.05).has_value());
    CHECK(forecast_of(1.5, 40, 0.05).has_value());
}

TEST_CASE("A larger difference, or a milder level, needs fewer fields", "[statistics]") {
    const auto likely = [](double deviations, double level) {
        return forecast_of(deviations, 40, level)->likely;
    };
    CHECK(likely(1.8, 0.05) < likely(1.2, 0.05));
    CHECK(likely(1.2, 0.05) < likely(1.2, 0.005));
    const Forecast far = *forecast_of(1.2, 40, 0.005);
    CHECK(far.low < far.likely);
    CHECK((!far.high || *far.high > far.likely));
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
            play(0.56);
        }
        const auto forecast = forecast_of(test);
        if (!forecast) {
            continue;
        }
        const double share = test.counts().mean(); // from here on the estimate is the truth
        int more = 0;
        while (test.decision() == SprtDecision::none && more <= forecast->high.value_or(8000)) {
            play(share);
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
        forecast_text({40, 25, 90}, "field") ==
        "about 40 more fields (25 to 90 in eight of ten cases)");
    CHECK(
        forecast_text({1234, 567, {}}, "double match") ==
        "about 1200 more double matches (at least 570 in eight of ten cases)");
    CHECK(forecast_text({1, 1, 1}, "match") == "about 1 more match (1 in eight of ten cases)");
}
