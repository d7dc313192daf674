// Ratings for the queue of a season with many AIs.

#include "support/catch.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/statistics/ratings.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <eigen3/Eigen/Cholesky>

using namespace referee;

namespace {

/// Each AI plays so many games against opponents by lot; strengths are up to 400 Elo apart. The
/// last AI has won everything, the one before has played nothing.
FinishingOrders played(int ais, int games) {
    boost::random::mt19937 random(1);
    boost::random::uniform_01<double> uniform;
    boost::random::uniform_int_distribution<int> any(0, ais - 1);
    FinishingOrders orders;
    for (int game = 0; game < games; ++game) {
        for (int ai = 0; ai < ais; ++ai) {
            const int other = any(random);
            if (other == ai || ai == ais - 2 || other == ais - 2) {
                continue;
            }
            const double lead = 400.0 * (ai - other) / ais;
            const bool has_won =
                ai == ais - 1 ||
                (other != ais - 1 && uniform(random) < 1 / (1 + std::pow(10, -lead / 400)));
            orders.add(game, {ai, other}, {has_won ? 1 : 2, has_won ? 2 : 1});
        }
    }
    return orders;
}

} // namespace

TEST_CASE("quick ratings of many AIs are near the exact ones", "[tournament]") {
    constexpr int ais = Ratings::max_exact + 100;
    const FinishingOrders orders = played(ais, 10);
    const std::vector<QuickRating> quick = quick_ratings(orders, ais);
    REQUIRE(quick.size() == ais);
    const Maximum exact = maximum_likelihood(orders, orders.counts(), ais, 1);
    const Eigen::MatrixXd variances =
        exact.likelihood.information.llt().solve(Eigen::MatrixXd::Identity(ais, ais));
    for (int ai = 0; ai < ais; ++ai) {
        INFO("AI " << ai);
        const QuickRating& own = quick[static_cast<std::size_t>(ai)];
        CHECK(std::abs(own.elo - elo_per_theta * exact.thetas[ai]) < 0.1);
        const double error = elo_per_theta * std::sqrt(variances(ai, ai));
        CHECK(own.error <= 1.001 * error); // terms of the inverse are left out, all positive
        CHECK(own.error > 0.95 * error);
    }
    // From those of fewer games they are the same.
    const std::vector<QuickRating> before = quick_ratings(played(ais, 9), ais);
    const std::vector<QuickRating> after = quick_ratings(orders, ais, before);
    for (std::size_t ai = 0; ai < quick.size(); ++ai) {
        CHECK(std::abs(after[ai].elo - quick[ai].elo) < 0.1);
    }
}

TEST_CASE("orders tell any number of AIs apart", "[tournament]") {
    FinishingOrders orders;
    const std::vector<int> ais{5, 40'000, 70'005, 200'000};
    orders.add(0, ais, {4, 1, 1, 3});
    const FinishingOrders::Ranking order = orders.order(0);
    std::vector<int> found;
    for (const auto place : order) {
        found.push_back(FinishingOrders::ai_of(place));
    }
    CHECK(found == std::vector<int>{40'000, 70'005, 200'000, 5});
    CHECK(FinishingOrders::is_shared(order[1]));
    CHECK(!FinishingOrders::is_shared(order[2]));
}
