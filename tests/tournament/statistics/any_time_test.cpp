// Evidence for any time: fair bets, and what many of them are worth together.

#include "statistics/simulations.hpp"
#include "support/catch.hpp"
#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using namespace referee;

namespace {

/// The mean of exp(log_evidence) over a normal estimate without a difference: a fair bet has 1.
double mean_stake(double elo) {
    double mean = 0;
    constexpr double step = 0.002;
    const double error = elo / elo_per_theta;
    const double max = 12 + 2000 / elo; // large stakes are won where the estimate is far out
    for (double z = -max; z <= max; z += step) {
        mean += std::exp(log_evidence(z, error * error) - z * z / 2) * step;
    }
    return mean / std::sqrt(2 * std::acos(-1.0));
}

} // namespace

TEST_CASE("Bets on a difference of ratings are fair, however precise they are", "[statistics]") {
    for (const double elo : {5.0, 30.0, 100.0, 500.0}) {
        const double error = elo / elo_per_theta;
        CHECK(mean_stake(elo) == Approx(1).margin(0.001));
        double before = log_evidence(-200, error * error);
        for (double z = -199.5; z < 200; z += 0.5) {
            const double next = log_evidence(z, error * error);
            CHECK(next > before); // across the border of its two forms, too
            before = next;
        }
        CHECK(log_evidence(-200, error * error) < 0);
    }
}

TEST_CASE("Bets on the signs of fields are fair", "[statistics]") {
    for (const int fields : {1, 2, 7, 20, 60}) {
        double mean = 0;
        for (int ahead = 0; ahead <= fields; ++ahead) {
            mean += std::exp(log_evidence_of_signs(ahead, fields - ahead)) *
                    coin_density(ahead, fields);
        }
        CHECK(mean == Approx(1).margin(1e-9));
    }
    // 2^(n + 1) / (n + 1) of n fields that one of two won, but for the half that is below ½.
    CHECK(log_evidence_of_signs(9, 0) == Approx(std::log(1023.0 / 10 * 1)).margin(1e-9));
    CHECK(log_evidence_of_signs(0, 0) == Approx(0).margin(1e-12));
    CHECK(log_evidence_of_signs(5000, 0) > 3000); // no overflow
    CHECK(log_evidence_of_signs(0, 5000) == Approx(-std::log(5000.0)).margin(0.01));
    CHECK(log_evidence_of_signs(0, 900) == Approx(-std::log(900.0)).margin(0.01));
}

TEST_CASE("A bet is right at any time: it rarely ever reaches 20", "[statistics]") {
    std::mt19937 generator(1);
    constexpr int tries = 2000;
    int reached = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
        int ahead = 0;
        int behind = 0;
        bool has = false;
        for (int field = 0; field < 500 && !has; ++field) {
            ++(generator() % 2 == 0 ? ahead : behind);
            has = is_enough(log_evidence_of_signs(ahead, behind));
        }
        reached += has ? 1 : 0;
    }
    CHECK(reached <= 0.05 * tries);
    CHECK(reached > 0); // the bound is no wall
}

TEST_CASE(
    "What is certain for all at once has more evidence than each alone needs", "[statistics]") {
    const auto log_of = [](std::vector<double> values) {
        for (double& value : values) {
            value = std::log(value);
        }
        return values;
    };
    // Alone it is worth what it is.
    CHECK(for_all_at_once(log_of({30}))[0] == Approx(std::log(30.0)));
    // The least mean with any others: 60 with 0 and 3 (21), 3 with 0 (1.5); 0 alone.
    const std::vector<double> worth = for_all_at_once(log_of({3, 60, 0.0001}));
    CHECK(std::exp(worth[0]) == Approx((3 + 0.0001) / 2));
    CHECK(std::exp(worth[1]) == Approx((60 + 3 + 0.0001) / 3));
    CHECK(std::exp(worth[2]) == Approx(0.0001));
    // Large ones don't help one another, nor do they stand in one another's way.
    const std::vector<double> large = for_all_at_once(log_of({1000, 1000, 1000, 21}));
    CHECK(std::exp(large[3]) == Approx(21));
    // The threshold that is told suffices, and less doesn't.
    std::vector<double> list = log_of({2, 0.5, 7, 30, 0.01});
    const std::vector<double> needed = needed_for_all_at_once(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const double before = list[i];
        list[i] = needed[i] + 1e-9;
        CHECK(is_enough(for_all_at_once(list)[i]));
        list[i] = needed[i] - 1e-6;
        CHECK_FALSE(is_enough(for_all_at_once(list)[i]));
        list[i] = before;
    }
    CHECK(for_all_at_once({}).empty());
}

TEST_CASE("By any subset: the short way agrees with trying all of them", "[statistics]") {
    std::mt19937 generator(2);
    std::uniform_real_distribution<double> logs(-4, 8);
    for (int attempt = 0; attempt < 50; ++attempt) {
        std::vector<double> list(7);
        std::generate(list.begin(), list.end(), [&] { return logs(generator); });
        const std::vector<double> worth = for_all_at_once(list);
        for (std::size_t own = 0; own < list.size(); ++own) {
            double least = 1e300;
            for (unsigned subset = 0; subset < 1U << list.size(); ++subset) {
                if ((subset >> own & 1U) == 0) {
                    continue;
                }
                double sum = 0;
                double count = 0;
                for (std::size_t i = 0; i < list.size(); ++i) {
                    sum += (subset >> i & 1U) != 0 ? std::exp(list[i]) : 0;
                    count += (subset >> i & 1U) != 0 ? 1 : 0;
                }
                least = std::min(least, sum / count);
            }
            CHECK(std::exp(worth[own]) == Approx(least));
        }
    }
}

TEST_CASE("Rates of false discoveries at any time are those of e-BH", "[statistics]") {
    const std::vector<double> rates =
        any_time_discovery_rates({std::log(200.0), std::log(2.0), std::log(90.0), std::log(0.5)});
    CHECK(rates[0] == Approx(4.0 / 200));
    CHECK(rates[2] == Approx(4.0 / (2 * 90)).margin(0.001));
    CHECK(rates[1] == Approx(std::min(1.0, 4.0 / (3 * 2))));
    CHECK(rates[3] == Approx(1.0));
}

TEST_CASE("Whoever looks again and again is hardly ever told something false", "[statistics]") {
    for (const int ais : {2, 4}) {
        const tests::Coverage coverage = tests::any_time_truth(
            {ais, 2, 0, 0, 0, true, 0.3}, {.first = 10, .step = 10, .count = 12}, 100);
        INFO(coverage.cell << ": " << coverage.share());
        CHECK(coverage.held >= 92);
    }
}

TEST_CASE("Copies of a program are one piece of evidence", "[statistics]") {
    const tests::Coverage coverage = tests::copies_truth(3, 4, 640, 20, 100);
    INFO(coverage.cell << ": " << coverage.share() << " of " << coverage.tries);
    CHECK(coverage.share() >= 0.9);
}
