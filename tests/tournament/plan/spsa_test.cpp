// SPSA on functions whose maximum is known.

#include "support/catch.hpp"
#include "tournament/plan/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace referee;

namespace {

/// Parameters from −20 to 20 in steps of 1, all but the last start away from the maximum.
const std::vector<SpsaParameter> four{
    {8, -20, 20, 1, false}, {-6, -20, 20, 1, false}, {5, -20, 20, 1, true}, {0, -20, 20, 1, false}};

/// The expected share of a point, in a game whose result depends on the distance from (1, 2, −3) in
/// the first three parameters; the fourth does nothing.
double strength(const std::vector<double>& point) {
    const double a = point[0] - 1;
    const double b = point[1] - 2;
    const double c = point[2] + 3;
    return -(a * a + b * b + c * c) * 0.5;
}

/// The difference of two games between two points: won by chance, by their strengths.
double played(const Spsa::Trial& trial, std::mt19937& generator) {
    const double expected = 1 / (1 + std::exp((strength(trial.minus) - strength(trial.plus)) / 10));
    std::bernoulli_distribution is_won(expected);
    const int won = (is_won(generator) ? 1 : 0) + (is_won(generator) ? 1 : 0);
    return won - 1.0;
}

Spsa tuned(std::int64_t iterations, std::uint64_t seed) {
    Spsa spsa(four, iterations, seed);
    std::mt19937 generator(static_cast<unsigned>(seed));
    for (std::int64_t i = 0; i < iterations; ++i) {
        spsa.learn(played(spsa.trial(i), generator));
    }
    return spsa;
}

} // namespace

TEST_CASE("SPSA climbs a quadratic function through the noise of single games", "[tune]") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const std::vector<double> result = tuned(4000, seed).result();
        INFO("seed " << seed << ": " << result[0] << " " << result[1] << " " << result[2]);
        CHECK(strength(result) > -8);
        CHECK(result[2] == std::round(result[2]));
    }
}

TEST_CASE("SPSA without noise goes straight to the maximum", "[tune]") {
    Spsa spsa(four, 3000, 5);
    for (std::int64_t i = 0; i < 3000; ++i) {
        const Spsa::Trial trial = spsa.trial(i);
        spsa.learn(std::tanh((strength(trial.plus) - strength(trial.minus)) / 10));
    }
    const std::vector<double> result = spsa.result();
    CHECK(result[0] == Approx(1).margin(0.5));
    CHECK(result[1] == Approx(2).margin(0.5));
    CHECK(result[2] == Approx(-3).margin(1));
}

TEST_CASE("The result of SPSA is the mean of the last fifth, not the best point", "[tune]") {
    const std::vector<SpsaParameter> one{{0, -100, 100, 1, false}};
    Spsa spsa(one, 10, 1);
    std::vector<double> points;
    for (int i = 0; i < 10; ++i) {
        spsa.learn(i == 3 ? 1 : -0.25);
        points.push_back(spsa.point()[0]);
    }
    CHECK(spsa.result()[0] == Approx((points[8] + points[9]) / 2));
    CHECK(spsa.scatter()[0] == Approx(std::abs(points[8] - points[9]) / 2));
}

TEST_CASE("Both points of SPSA lie in range, and apart by at least a step each way", "[tune]") {
    const std::vector<SpsaParameter> edge{{10, 0, 10, 2, true}, {5, 0, 10, 1, true}};
    Spsa spsa(edge, 100, 9);
    for (std::int64_t i = 0; i < 100; ++i) {
        const Spsa::Trial trial = spsa.trial(i);
        for (const auto& point : {trial.plus, trial.minus}) {
            CHECK(std::clamp(point[0], 0.0, 10.0) == point[0]);
            CHECK(point[1] == std::round(point[1]));
        }
        CHECK(std::abs(trial.plus[1] - trial.minus[1]) >= 2);
    }
}

TEST_CASE("SPSA depends on nothing but results and seed", "[tune]") {
    CHECK(tuned(500, 7).point() == tuned(500, 7).point());
    CHECK(tuned(500, 7).point() != tuned(500, 8).point());
    // An interrupted run learns again from stored results.
    Spsa once(four, 300, 1);
    Spsa again(four, 300, 1);
    std::vector<double> results;
    std::mt19937 generator(1);
    for (std::int64_t i = 0; i < 300; ++i) {
        results.push_back(played(once.trial(i), generator));
        once.learn(results.back());
    }
    for (const double result : results) {
        again.learn(result);
    }
    CHECK(once.result() == again.result());
}
