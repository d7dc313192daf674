// referee/games/battlesnake/README.md, "Fields": reading, and each error with file, line, what is
// wrong and what to do.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/user_error.hpp"

#include "game/registry.hpp"

using namespace referee;
using namespace tests;

namespace {

std::string error_of(const std::string& text) {
    return user_error_of([&] { load_field("f.dat", text); });
}

/// The error of a field of 7 x 7 with these snakes, the first on line 6.
std::string snake_error(const std::vector<std::string>& snakes) {
    return error_of(battlesnake_field(7, snakes));
}

std::vector<std::string> description(const std::string& text) {
    return load_field("f.dat", text).field->describe();
}

} // namespace

TEST_CASE("a field of battlesnake says board, snakes, food and draws", "[battlesnake]") {
    const battlesnake::Setup setup = battlesnake_setup(battlesnake_field(
        7, {"100 1,1 1,1 1,1", "7 5,5 5,4"}, {"3,3", "0,6"}, {"1 2,2 4,4", "0", "0 1,3"},
        "minimum_food 2\nfood_chance 50\nmax_turns 90\nfirst_move up\n"));
    CHECK(setup.parameters.width == 7);
    CHECK(setup.parameters.minimum_food == 2);
    CHECK(setup.parameters.food_chance == 50);
    CHECK(setup.parameters.max_turns == 90);
    CHECK(setup.parameters.first_move == battlesnake::Direction::up);
    CHECK(setup.start.count == 2);
    CHECK(body_text(setup.start.snake(1)) == "1,1 1,1 1,1");
    CHECK(body_text(setup.start.snake(2)) == "5,5 5,4");
    CHECK(setup.start.snake(2).health == 7);
    CHECK(food_text(setup.start) == "3,3 0,6");
    REQUIRE(setup.spawns.size() == 3);
    CHECK(setup.spawns[0].is_drawn);
    CHECK(setup.spawns[1].count == 0);
    CHECK(setup.spawns[2].first == 2);
    CHECK(setup.spawns.candidates(setup.spawns[2]).size() == 1);
}

TEST_CASE("absent keys of battlesnake have their defaults", "[battlesnake]") {
    const battlesnake::Setup setup =
        battlesnake_setup("game battlesnake\n[snakes]\n100 1,1\n[food]\n[spawns]\n0\n");
    CHECK(setup.parameters.width == 11);
    CHECK(setup.parameters.height == 11);
    CHECK(setup.parameters.minimum_food == 1);
    CHECK(setup.parameters.food_chance == 15);
    CHECK(setup.parameters.max_turns == 5000);
    CHECK(setup.parameters.first_move == battlesnake::Direction::down);
}

TEST_CASE("comments, blank lines and CRLF are free in a field of battlesnake", "[battlesnake]") {
    const battlesnake::Setup setup =
        battlesnake_setup("# a duel\r\ngame battlesnake\r\n\r\n[snakes] # two\r\n100 1,1 # "
                          "one\r\n100 3,3\r\n[food]\r\n"
                          "[spawns]\r\n0\r\n");
    CHECK(setup.start.count == 2);
}

TEST_CASE("boards from 3 x 3 to 25 x 25 are fields", "[battlesnake]") {
    CHECK(error_of(battlesnake_field(3, {"100 1,1"})) == "no error");
    CHECK(error_of(battlesnake_field(25, {"100 24,24"})) == "no error");
    CHECK_THAT(error_of(battlesnake_field(2, {"100 1,1"})), StartsWith("f.dat:2: "));
    CHECK_THAT(error_of(battlesnake_field(26, {"100 1,1"})), StartsWith("f.dat:2: "));
}

TEST_CASE("a body off the board is an error", "[battlesnake]") {
    CHECK(
        snake_error({"100 6,3 7,3"}) ==
        "f.dat:6: 7,3 is off the board; x is from 0 to 6, y from 0 to 6");
    CHECK_THAT(snake_error({"100 0,-1"}), StartsWith("f.dat:6: 0,-1 is off the board"));
}

TEST_CASE("a body that is not connected is an error", "[battlesnake]") {
    CHECK(
        snake_error({"100 1,1", "100 3,3 3,4 3,6"}) ==
        "f.dat:7: the body is not connected: 3,6 after 3,4; each segment must be beside the one "
        "before it, or on the same cell at the tail");
    CHECK_THAT(snake_error({"100 3,3 4,4"}), ContainsSubstring("not connected"));
}

TEST_CASE("segments of one snake share a cell only at the tail", "[battlesnake]") {
    CHECK(snake_error({"100 3,3 3,4 3,4 3,4"}) == "no error");
    CHECK(
        snake_error({"100 3,3 3,3 3,4"}) == "f.dat:6: segments share 3,3, and the body goes on; "
                                            "only the last segments may share a cell");
    CHECK(
        snake_error({"100 3,3 3,4 4,4 4,3 3,3"}) ==
        "f.dat:6: the body crosses itself on 3,3; only the last segments may share a cell");
}

TEST_CASE("at most 100 segments are stacked on a tail", "[battlesnake]") {
    std::string snake = "100 1,1";
    for (int i = 0; i < 100; ++i) {
        snake += " 1,1";
    }
    CHECK(snake_error({snake}) == "no error");
    CHECK(
        snake_error({snake + " 1,1"}) ==
        "f.dat:6: 102 segments on one cell; at most 100 may be on the tail's cell");
}

TEST_CASE("two snakes on one cell are an error", "[battlesnake]") {
    CHECK(
        snake_error({"100 1,1 1,2", "100 2,2 1,2"}) ==
        "f.dat:7: 1,2 is occupied by the snake of seat 1; give each snake its own cells");
}

TEST_CASE("no snakes and more than eight are errors", "[battlesnake]") {
    CHECK(snake_error({}) == "f.dat:5: [snakes] has no snake; add a row for each seat");
    std::vector<std::string> snakes;
    for (int i = 0; i < 9; ++i) {
        snakes.push_back("100 " + std::to_string(i % 3 * 2) + "," + std::to_string(i / 3 * 2));
    }
    CHECK(
        snake_error(snakes) == "f.dat:14: a ninth snake; remove it: a field has at most 8 snakes");
    snakes.pop_back();
    CHECK(snake_error(snakes) == "no error");
}

TEST_CASE("health is from 1 to 100", "[battlesnake]") {
    CHECK_THAT(snake_error({"0 1,1"}), StartsWith("f.dat:6: "));
    CHECK_THAT(snake_error({"101 1,1"}), StartsWith("f.dat:6: "));
    CHECK_THAT(snake_error({"x 1,1"}), StartsWith("f.dat:6: "));
    CHECK(snake_error({"1 1,1", "100 3,3"}) == "no error");
}

TEST_CASE("a snake's row that can't be read is an error that shows a good one", "[battlesnake]") {
    CHECK(
        snake_error({"100"}) ==
        "f.dat:6: a snake without a body; a row is: health, then the body as x,y head first, e.g. "
        "'100 1,1 1,1 1,1'");
    CHECK_THAT(
        snake_error({"100 1;1"}), StartsWith("f.dat:6: value 2 is '1;1', not x,y; a row is"));
    CHECK_THAT(snake_error({"100 1,"}), ContainsSubstring("not x,y"));
    CHECK_THAT(snake_error({"100 1,1,1"}), ContainsSubstring("not x,y"));
    CHECK_THAT(snake_error({"100 ,"}), ContainsSubstring("not x,y"));
}

TEST_CASE("food on a snake, twice or off the board is an error", "[battlesnake]") {
    const auto food_error = [](const std::vector<std::string>& food) {
        return error_of(battlesnake_field(7, {"100 1,1 1,2"}, food));
    };
    CHECK(food_error({"3,3", "1,2"}) == "f.dat:9: food on a snake, on 1,2; choose a free cell");
    CHECK(food_error({"3,3", "3,3"}) == "f.dat:9: duplicate food on 3,3; remove this row");
    CHECK_THAT(food_error({"7,3"}), StartsWith("f.dat:8: 7,3 is off the board"));
    CHECK(food_error({"3,3 4,4"}) == "f.dat:8: 2 values where 1 is expected; a row is: x,y");
}

TEST_CASE("draws that can't be read are errors", "[battlesnake]") {
    const auto spawn_error = [](const std::vector<std::string>& spawns) {
        return error_of(battlesnake_field(7, {"100 1,1"}, {}, spawns));
    };
    CHECK(
        spawn_error({}) ==
        "f.dat:8: [spawns] has no row; add one; '0' places no food but the minimum");
    CHECK_THAT(spawn_error({"0", "2 1,1"}), StartsWith("f.dat:10: "));
    CHECK_THAT(
        spawn_error({"1 x"}), StartsWith("f.dat:9: value 2 is 'x', not x,y; a row is: 1 or 0"));
    CHECK_THAT(spawn_error({"1 1,9"}), StartsWith("f.dat:9: 1,9 is off the board"));
}

TEST_CASE("unknown keys and missing sections of battlesnake are errors", "[battlesnake]") {
    CHECK_THAT(
        error_of(battlesnake_field(7, {"100 1,1"}, {}, {"0"}, "snakes 2\n")),
        StartsWith("f.dat:5: "));
    CHECK_THAT(
        error_of("game battlesnake\n[snakes]\n100 1,1\n[food]\n"), ContainsSubstring("spawns"));
    CHECK_THAT(
        error_of(battlesnake_field(7, {"100 1,1"}, {}, {"0"}, "first_move north\n")),
        ContainsSubstring("up"));
}

TEST_CASE("check warns of heads that can never meet", "[battlesnake]") {
    const auto even = description(battlesnake_field(7, {"100 1,1", "100 3,3", "100 1,5"}));
    REQUIRE(even.size() == 2);
    CHECK(even[0] == "3 snakes on 7 x 7, 0 food, draws for 1 turns");
    const auto odd = description(battlesnake_field(7, {"100 1,1", "100 3,3", "100 1,4"}));
    REQUIRE(odd.size() == 4);
    CHECK_THAT(odd[2], StartsWith("warning: the heads of seats 1 and 3 are an odd distance apart"));
    CHECK_THAT(odd[3], StartsWith("warning: the heads of seats 2 and 3 "));
}
