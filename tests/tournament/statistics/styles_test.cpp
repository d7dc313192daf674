// The map of AIs that beat one another in a circle.

#include "support/catch.hpp"
#include "support/pairs_played.hpp"
#include "tournament/statistics/styles.hpp"

#include <algorithm>

using namespace referee;
using tests::pairs_played;

namespace {

double cross(const StyleMap::Place& one, const StyleMap::Place& other) {
    return one.at.x() * other.at.y() - one.at.y() * other.at.x();
}

const StyleMap::Place& place_of(const StyleMap& map, int ai) {
    return *std::find_if(
        map.places.begin(), map.places.end(), [ai](const auto& place) { return place.ai == ai; });
}

} // namespace

TEST_CASE("A circle of three has equal strengths and lies around the centre", "[styles]") {
    const FinishingOrders orders = pairs_played({{0, 8, 2}, {0, 0, 8}, {0, 0, 0}}, 40);
    const auto map = style_map(orders, {0, 1, 2});
    REQUIRE(map);
    REQUIRE(map->places.size() == 3);
    CHECK(map->share == Approx(1));
    for (const auto& [winner, loser] : {std::pair{0, 1}, {1, 2}, {2, 0}}) {
        const auto& one = place_of(*map, winner);
        // 64 of 80 games are 241 Elo, of which nothing is strength.
        CHECK(cross(one, place_of(*map, loser)) == Approx(239).margin(3));
        CHECK(one.strength == Approx(0).margin(1e-6));
        CHECK(one.strength_error > 10);
        CHECK(one.covariance.trace() > 0);
        CHECK(one.covariance.trace() < one.at.squaredNorm());
    }
    // The first of the circle lies above the centre, as seen on a screen.
    CHECK(place_of(*map, 0).at.x() == Approx(0).margin(1e-6));
    CHECK(place_of(*map, 0).at.y() < 0);
}

TEST_CASE("Strength is told apart from the circle", "[styles]") {
    // The fourth loses to all alike.
    const FinishingOrders orders =
        pairs_played({{0, 8, 2, 9}, {0, 0, 8, 9}, {0, 0, 0, 9}, {0, 0, 0, 0}}, 60);
    const std::vector<int> ais = all_met(orders, 4, {0, 1, 2});
    CHECK(ais == std::vector<int>{0, 1, 2, 3});
    const auto map = style_map(orders, ais);
    REQUIRE(map);
    CHECK(map->places.back().ai == 3);
    CHECK(map->places.back().strength < map->places.front().strength - 200);
    CHECK(map->places.back().at.norm() < 3);
    CHECK(map->places.front().at.norm() > 8);
}

TEST_CASE("AIs that hardly met the circle are not on its map", "[styles]") {
    FinishingOrders orders = pairs_played({{0, 8, 2}, {0, 0, 8}, {0, 0, 0}}, 20);
    orders.add(0, {0, 3}, {1, 2});
    CHECK(all_met(orders, 4, {0, 1, 2}) == std::vector<int>{0, 1, 2});
    CHECK(all_met(orders, 4, {0, 1, 3}).empty());
    CHECK_FALSE(style_map(orders, {}));
    CHECK_FALSE(style_map(orders, {0, 1}));
}
