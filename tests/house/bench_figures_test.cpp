// What `make bench` prints of its samples: a figure, or that they say nothing.

#include "bench/figure.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using bench::estimate;
using bench::figure;

TEST_CASE("a figure of bench is the median with its interval", "[bench]") {
    CHECK(figure({1.34, 1.36, 1.33, 1.34, 1.35}) == "1.34 (1.33 to 1.36)");
    CHECK(figure({17.5, 17.4, 17.6, 17.5, 17.3}, " us") == "17.5 us (17.3 to 17.6)");
    CHECK(figure({123456, 123400, 123500, 123450, 123460}) == "123456 (123400 to 123500)");
    // One outlier in nine moves neither the median nor the interval.
    CHECK(figure({1, 1.01, 1.02, 1, 1.01, 1.02, 1, 1.01, 9}) == "1.01 (1.00 to 1.02)");
}

TEST_CASE("bench refuses a figure whose samples differ too much", "[bench]") {
    // A static AI in C on a busy machine: what was printed then was "adds -61.9 us".
    CHECK(
        figure({0.58, 1.40, 0.71, 1.22, 0.94, 0.66, 1.31, 1.05, 0.80}) ==
        "no figure: the spread is 0.66 to 1.31; run it on an idle machine");
    CHECK(
        figure({-61.9, 40, -120, 17, 90, -75, 22, 5, -30}, " us", 0.25) ==
        "no figure: the spread is -75.0 to 40.0; run it on an idle machine");
}

TEST_CASE("bench refuses a figure just beyond the spread, and gives it just below", "[bench]") {
    CHECK(estimate({90, 100, 100, 100, 110}).says_something());
    CHECK_FALSE(estimate({89, 100, 100, 100, 110}).says_something());
    CHECK_FALSE(estimate({90, 100, 100, 100, 111}).says_something());
    CHECK(estimate({89, 100, 100, 100, 110}).says_something(0.25));
    CHECK(estimate({-110, -100, -100, -100, -90}).says_something()); // a loss may be a figure
    CHECK_FALSE(estimate({-1, 0, 0, 0, 1}).says_something());        // nothing known of its sign
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(bench::Estimate{nothing, nothing, nothing, true}.says_something());
}

TEST_CASE("bench gives no figure of fewer than five samples", "[bench]") {
    CHECK(figure({}) == "no figure: 0 measurements are too few");
    CHECK(figure({1, 1, 1, 1}) == "no figure: 4 measurements are too few");
    CHECK(figure({1, 1, 1, 1, 1}) == "1.00 (1.00 to 1.00)");
}

TEST_CASE("the true median lies in the interval of bench nine times out of ten", "[bench]") {
    std::mt19937 random(54);
    for (const int samples : {5, 9, 15, 40}) {
        std::exponential_distribution<double> delay(1); // its median is ln 2
        int inside = 0;
        constexpr int rounds = 4000;
        for (int round = 0; round < rounds; ++round) {
            std::vector<double> drawn(static_cast<std::size_t>(samples));
            std::generate(drawn.begin(), drawn.end(), [&] { return delay(random); });
            const bench::Estimate found = estimate(drawn);
            inside += found.low <= std::log(2.0) && std::log(2.0) <= found.high ? 1 : 0;
        }
        CAPTURE(samples);
        CHECK(inside > 0.89 * rounds);
        CHECK(inside < 0.99 * rounds); // a wider one would refuse too much
    }
}
