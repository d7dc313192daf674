// The A* that the sample AIs of cops share, and its open list.

#include "support/catch.hpp"
#include "support/games/cops_scene.hpp"

#include "cops/lib/a_star.hpp"

#include <algorithm>
#include <map>
#include <random>

using namespace referee::cops;
using namespace referee::cops::sample;
using namespace tests;

namespace {

CostMap even_costs(const Ground& ground) {
    CostMap costs;
    for (Place place = 0; place < ground.places(); ++place) {
        costs[place] = ground.is_free(place) || ground.is_gate(place) ? 1 : closed;
    }
    return costs;
}

/// The cheapest costs by the plainest means: until nothing changes any more (Bellman and Ford).
std::vector<int> costs_by_force(const Ground& ground, const CostMap& entering, Place start) {
    std::vector<int> costs(static_cast<std::size_t>(ground.places()), unreached);
    costs[static_cast<std::size_t>(start)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 1; y <= ground.size(); ++y) {
            for (int x = 1; x <= ground.size(); ++x) {
                const Place place = y * ground.stride() + x;
                for (int direction = 0; direction < direction_count; ++direction) {
                    const Place beside = place + ground.offset(direction);
                    const int cost = costs[static_cast<std::size_t>(beside)];
                    int& own = costs[static_cast<std::size_t>(place)];
                    if (entering[place] != closed && cost + entering[place] < own) {
                        own = cost + entering[place];
                        changed = true;
                    }
                }
            }
        }
    }
    return costs;
}

/// An empty board of so many cells, walls scattered on it.
State scattered(std::mt19937& generator, int size) {
    State state;
    state.wall_count = max_walls;
    for (Wall& wall : state.walls) {
        wall.first = {
            static_cast<std::int16_t>(1 + generator() % (size - 2)),
            static_cast<std::int16_t>(1 + generator() % (size - 2))};
        wall.vertical = generator() % 2 == 1;
    }
    return state;
}

} // namespace

TEST_CASE("the open list gives the smallest key, the first added among equals", "[cops]") {
    OpenList open;
    open.clear(100);
    open.add_or_lower(10, 5);
    open.add_or_lower(11, 3);
    open.add_or_lower(12, 5);
    open.add_or_lower(13, 3);
    std::vector<Place> order;
    while (!open.is_empty()) {
        order.push_back(open.take_first());
    }
    CHECK(order == std::vector<Place>{11, 13, 10, 12});
}

TEST_CASE("a key in the open list is lowered in place and never raised", "[cops]") {
    OpenList open;
    open.clear(100);
    open.add_or_lower(10, 5);
    open.add_or_lower(11, 6);
    open.add_or_lower(11, 2);
    open.add_or_lower(10, 9);
    CHECK(open.take_first() == 11);
    CHECK_FALSE(open.holds(11));
    CHECK(open.holds(10));
    CHECK(open.take_first() == 10);
    CHECK(open.is_empty());
}

TEST_CASE("the open list agrees with a sorted list over random use", "[cops]") {
    std::mt19937 generator(1);
    constexpr int places = 200;
    OpenList open;
    open.clear(places);
    std::map<Place, std::pair<int, int>> expected; // key, order
    int added = 0;
    for (int i = 0; i < 20000; ++i) {
        if (generator() % 3 != 0 || expected.empty()) {
            const auto place = static_cast<Place>(generator() % places);
            const auto key = static_cast<int>(generator() % 50);
            open.add_or_lower(place, key);
            const auto [at, is_new] = expected.try_emplace(place, key, added);
            added += is_new ? 1 : 0;
            at->second.first = std::min(at->second.first, key);
        } else {
            const auto first = std::min_element(
                expected.begin(), expected.end(),
                [](const auto& a, const auto& b) { return a.second < b.second; });
            REQUIRE(open.take_first() == first->first);
            expected.erase(first);
        }
    }
}

TEST_CASE("A* finds a cheapest way, as brute force does, on scattered walls", "[cops]") {
    std::mt19937 generator(2);
    Parameters parameters;
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        parameters.size = 8 + static_cast<int>(generator() % 13);
        const State state = scattered(generator, parameters.size);
        const Ground ground(state, parameters);
        CostMap entering = even_costs(ground);
        for (Place place = 0; place < ground.places(); ++place) {
            entering[place] += entering[place] == closed ? 0 : static_cast<int>(generator() % 6);
        }
        const auto random_place = [&] {
            return static_cast<Place>(
                (1 + generator() % ground.size()) * ground.stride() + 1 +
                generator() % ground.size());
        };
        const Place start = random_place();
        const std::vector<Place> goals{random_place(), random_place()};
        const std::vector<int> expected = costs_by_force(ground, entering, start);
        const auto cost_at = [&](Place place) { return expected[static_cast<std::size_t>(place)]; };
        const int best = std::min(cost_at(goals[0]), cost_at(goals[1]));

        Costs costs;
        const Place found = a_star(ground, entering, start, goals, costs);
        REQUIRE((found >= 0) == (best < unreached));
        if (found >= 0) {
            CHECK(costs.of(found) == best);
            int sum = 0;
            Place at = start;
            for (const Place place : costs.path_to(found)) { // a way, and as dear as said
                CHECK((at == place || step_between(ground, at, place) != Step::wait));
                sum += entering[place];
                at = place;
            }
            CHECK(at == found);
            CHECK(sum == best);
        }
        CHECK(a_star(ground, entering, start, {}, costs) == -1); // all costs
        for (int y = 1; y <= ground.size(); ++y) {
            for (int x = 1; x <= ground.size(); ++x) {
                const Place place = y * ground.stride() + x;
                REQUIRE(costs.of(place) == cost_at(place));
            }
        }
    }
}

TEST_CASE("a cheaper way found later is taken: the open list was updated", "[cops]") {
    const CopsBoard board(
        {"#######", "#T....#", "#.WWW.#", "#.....#", "#.....#", "#.....#", "#######"});
    const Scene scene = board.scene();
    CostMap entering = even_costs(scene.ground);
    entering[scene.ground.place({4, 1})] = 50; // the short way is dear, which shows only late
    Costs costs;
    const Place goal = scene.ground.place({5, 1});
    CHECK(a_star(scene.ground, entering, scene.thief(), {goal}, costs) == goal);
    CHECK(costs.of(goal) == 8);
    CHECK(letters_of(scene.ground, scene.thief(), costs.path_to(goal)) == "SSEEEENN");
}

TEST_CASE("A* reports when there is no path, and stays where the start is the goal", "[cops]") {
    const CopsBoard board({"#####", "#TW.#", "#W..#", "#...#", "#####"});
    const Scene scene = board.scene();
    const CostMap entering = even_costs(scene.ground);
    Costs costs;
    CHECK(a_star(scene.ground, entering, scene.thief(), {scene.ground.place({3, 3})}, costs) == -1);
    CHECK(costs.path_to(scene.ground.place({3, 3})).empty());
    CHECK(a_star(scene.ground, entering, scene.thief(), {scene.thief()}, costs) == scene.thief());
    CHECK(costs.path_to(scene.thief()).empty());
}

TEST_CASE("shortest ways prefer N, then E, S, W", "[cops]") {
    const CopsBoard board({"#####", "#...#", "#.T.#", "#...#", "#####"});
    const Scene scene = board.scene();
    const auto letters_to = [&](Cell cell) {
        return letters_of(
            scene.ground, scene.thief(),
            shortest_path(
                scene.ground, scene.thief(), [&](Place at) { return scene.ground.is_free(at); },
                [&](Place at) { return at == scene.ground.place(cell); }));
    };
    CHECK(letters_to({3, 1}) == "NE");
    CHECK(letters_to({3, 3}) == "ES");
    CHECK(letters_to({1, 3}) == "SW");
    CHECK(letters_to({1, 1}) == "NW");
    CHECK(letters_to({2, 2}) == "");
}

TEST_CASE("distances go around walls", "[cops]") {
    const CopsBoard board({"######", "#T.W.#", "#..W.#", "#..W.#", "#....#", "######"});
    const Scene scene = board.scene();
    PlaceMap<int> distances;
    measure_distances(scene.ground, {scene.thief()}, distances);
    CHECK(distances[scene.ground.place({4, 1})] == 9);
    CHECK(distances[scene.ground.place({3, 1})] == unreached);
    CHECK(distances[scene.ground.place({2, 2})] == 2);
}
