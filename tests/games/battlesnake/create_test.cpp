// referee/games/battlesnake/README.md, "Fields": what `create` makes.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/battlesnake/field.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace referee;
using namespace tests;

namespace {

std::string created(std::uint64_t seed, int players, const Settings& settings = {}) {
    Rng rng(seed);
    return game_named("battlesnake").create_field({players, settings}, rng);
}

battlesnake::Setup drawn(std::uint64_t seed, int size, int players) {
    return battlesnake_setup(
        created(seed, players, {{"size", std::to_string(size)}, {"lines", "1"}}));
}

std::string error_of(const Settings& settings) {
    return user_error_of([&] { created(1, 2, settings); });
}

/// Calls `look` with drawn fields of all sizes and numbers of players.
template <typename Look>
void for_all_kinds(Look look) {
    for (const int size : {7, 11, 19}) {
        for (int players = 1; players <= 8; ++players) {
            for (std::uint64_t seed = 0; seed < 40; ++seed) {
                CAPTURE(size, players, seed);
                look(drawn(seed, size, players), size, players);
            }
        }
    }
}

} // namespace

TEST_CASE("one seed gives the same field of battlesnake everywhere and forever", "[battlesnake]") {
    // Computed independently, from the text of the rules.
    CHECK(
        sha256(created(1, 2)) ==
        "2c8c1d08a2fcfe053cd0d5199ff74291b2c7f62085adc5b1e6218aca1bc367e2");
    CHECK(
        sha256(created(2, 4, {{"size", "7"}})) ==
        "4a98867d88e113a50590e5c1017c049d91144b8dbb91a5def1ba642a8fcc8936");
    CHECK(
        sha256(created(3, 8, {{"size", "19"}})) ==
        "a09316b272e22f6487d8bcef47014666fc19ea2b61e29c7f80ee2e272f8ba194");
    CHECK(
        created(7, 3, {{"size", "7"}, {"lines", "2"}}) ==
        "game battlesnake\nwidth 7\nheight 7\nminimum_food 1\nfood_chance 15\nmax_turns 5000\n"
        "first_move down\n[snakes]\n100 1,3 1,3 1,3\n100 3,1 3,1 3,1\n100 5,3 5,3 5,3\n"
        "[food]\n0,4\n4,0\n6,4\n3,3\n[spawns]\n"
        "1 2,0 0,1 3,1 2,3 0,3 0,6 6,5 4,4 1,0 3,2 2,6 6,3 2,1 0,5 3,5 1,3\n"
        "1 1,5 0,3 1,1 6,5 5,1 0,5 0,6 4,2 1,0 3,6 5,0 3,2 4,0 6,0 6,4 5,2\n");
}

TEST_CASE("snakes start three segments long in the corners and on the mid-edges", "[battlesnake]") {
    for_all_kinds([](const battlesnake::Setup& setup, int size, int players) {
        const battlesnake::State& state = setup.start;
        CHECK(state.count == players);
        const std::set<int> lines{1, (size - 1) / 2, size - 2};
        int corners = 0;
        for (int seat = 1; seat <= players; ++seat) {
            const battlesnake::Snake& snake = state.snake(seat);
            CHECK(snake.length() == 3);
            CHECK(snake.stacked == 2);
            CHECK(snake.health == 100);
            const int x = battlesnake::x_of(snake.head);
            const int y = battlesnake::y_of(snake.head);
            CHECK(lines.count(x) == 1);
            CHECK(lines.count(y) == 1);
            CHECK_FALSE((x == (size - 1) / 2 && y == x));
            corners += x != (size - 1) / 2 && y != (size - 1) / 2 ? 1 : 0;
        }
        // One group is used up before the other begins.
        CHECK((corners == std::min(players, 4) || corners == std::max(0, players - 4)));
    });
}

TEST_CASE("any two heads of a created field can meet", "[battlesnake]") {
    for_all_kinds([](const battlesnake::Setup& setup, int, int players) {
        const auto parity = [&](int seat) {
            const battlesnake::Cell head = setup.start.snake(seat).head;
            return (battlesnake::x_of(head) + battlesnake::y_of(head)) % 2;
        };
        for (int seat = 2; seat <= players; ++seat) {
            CHECK(parity(seat) == parity(1));
        }
    });
}

TEST_CASE(
    "each snake of a created field has food diagonally beside it, further out", "[battlesnake]") {
    for_all_kinds([](const battlesnake::Setup& setup, int size, int players) {
        const battlesnake::State& state = setup.start;
        const int half = (size - 1) / 2;
        CHECK(state.board.has_food(battlesnake::cell_at(half, half)));
        const bool is_crowded = size == 7 && players > 4;
        CHECK(state.food == (is_crowded ? 1 : players + 1));
        for (int seat = 1; seat <= players && !is_crowded; ++seat) {
            const int x = battlesnake::x_of(state.snake(seat).head);
            const int y = battlesnake::y_of(state.snake(seat).head);
            int found = 0;
            for (const int food_x : {x - 1, x + 1}) {
                for (const int food_y : {y - 1, y + 1}) {
                    const bool is_outer = std::abs(food_x - half) > std::abs(x - half) ||
                                          std::abs(food_y - half) > std::abs(y - half);
                    const bool has_food =
                        state.board.has_food(battlesnake::cell_at(food_x, food_y));
                    found += is_outer && has_food ? 1 : 0;
                }
            }
            CHECK(found >= 1);
        }
        for (const int x : {0, size - 1}) {
            for (const int y : {0, size - 1}) {
                CHECK_FALSE(state.board.has_food(battlesnake::cell_at(x, y)));
            }
        }
    });
}

TEST_CASE("all starts are drawn: seats get each corner and mid-edge alike", "[battlesnake]") {
    std::map<int, int> counts;
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        ++counts[drawn(seed, 11, 1).start.snake(1).head];
    }
    CHECK(counts.size() == 8);
    for (const auto& [cell, count] : counts) {
        CHECK(count > 100 - 47); // five standard deviations
        CHECK(count < 100 + 47);
    }
}

TEST_CASE("a created line has the draw and 16 different cells", "[battlesnake]") {
    const battlesnake::Setup setup = battlesnake_setup(created(5, 2));
    REQUIRE(setup.spawns.size() == 1000);
    for (std::size_t i = 0; i < setup.spawns.size(); ++i) {
        const auto places = setup.spawns.candidates(setup.spawns[i]);
        REQUIRE(places.size() == 16);
        CHECK(std::set<int>(places.begin(), places.end()).size() == 16);
    }
}

TEST_CASE("the draw is 1 in food_chance percent of the turns", "[battlesnake]") {
    const auto share = [](const std::string& chance) {
        const battlesnake::Setup setup =
            battlesnake_setup(created(6, 2, {{"food_chance", chance}, {"lines", "20000"}}));
        int drawn = 0;
        for (std::size_t i = 0; i < setup.spawns.size(); ++i) {
            drawn += static_cast<int>(setup.spawns[i].is_drawn);
        }
        return drawn;
    };
    CHECK(share("0") == 0);
    CHECK(share("100") == 20000);
    CHECK(std::abs(share("15") - 3000) < 253); // five standard deviations
}

TEST_CASE("each parameter of battlesnake can be set", "[battlesnake]") {
    const battlesnake::Setup setup = battlesnake_setup(created(
        1, 2,
        {{"size", "19"},
         {"minimum_food", "3"},
         {"food_chance", "40"},
         {"max_turns", "77"},
         {"first_move", "up"},
         {"lines", "5"}}));
    CHECK(setup.parameters.width == 19);
    CHECK(setup.parameters.height == 19);
    CHECK(setup.parameters.minimum_food == 3);
    CHECK(setup.parameters.food_chance == 40);
    CHECK(setup.parameters.max_turns == 77);
    CHECK(setup.parameters.first_move == battlesnake::Direction::up);
    CHECK(setup.spawns.size() == 5);
}

TEST_CASE("settings that battlesnake can't make are errors", "[battlesnake]") {
    CHECK(
        error_of({{"size", "8"}}) ==
        "--set size=8: map standard has sizes 7, 9, 11, 13, 15, 17, 19, 21, 23, 25");
    CHECK(error_of({{"width", "7"}}) == "--set width=7: new fields are squares; give size");
    CHECK(
        error_of({{"food_chance", "101"}}) ==
        "--set food_chance=101: not an integer in range; give food_chance from 0 to 100");
    CHECK_THAT(error_of({{"size", "x"}}), StartsWith("--set size=x: not an integer"));
    CHECK_THAT(error_of({{"lines", "0"}}), StartsWith("--set lines=0: not an integer"));
    CHECK_THAT(
        error_of({{"first_move", "north"}}),
        ContainsSubstring("give one of: up, down, left, right"));
    CHECK(
        error_of({{"snakes", "3"}}) ==
        "--set snakes: battlesnake has no such parameter; 'referee games battlesnake' lists them");
}
