// referee/games/battlesnake/README.md, "A turn", step 7, and "Fields": where and when food
// appears.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"

using namespace referee::battlesnake;
using namespace tests;

namespace {

/// A snake in the corner of a board of 5 x 5, moved up and then right, with these draws; the food
/// after each turn.
std::vector<std::string> food_after(
    const std::vector<std::string>& spawns, int minimum, int turns,
    const std::vector<std::string>& food = {}, const std::string& snake = "100 0,0 0,0 0,0") {
    const Setup setup = battlesnake_setup(battlesnake_field(
        5, {snake}, food, spawns, "minimum_food " + std::to_string(minimum) + "\n"));
    State state = setup.start;
    std::vector<std::string> seen;
    for (int turn = 0; turn < turns; ++turn) {
        apply(state, setup, moves_of({turn < 1 ? "up" : "right"}));
        seen.push_back(food_text(state));
    }
    return seen;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("a drawn turn puts food on its first candidate", "[battlesnake]") {
    CHECK(food_after({"1 4,4 3,3"}, 0, 1) == Texts{"4,4"});
    CHECK(food_after({"0 4,4 3,3"}, 0, 1) == Texts{""});
}

TEST_CASE(
    "each turn has its own line, and after the last one the list starts over", "[battlesnake]") {
    CHECK(
        food_after({"1 4,4", "0 4,3", "1 4,2"}, 0, 4) ==
        Texts{"4,4", "4,4", "4,2 4,4", "0,0 4,2 4,4"}); // 4,4 is taken; then cyclically
}

TEST_CASE(
    "below the minimum food comes whatever was drawn, above it only by the draw", "[battlesnake]") {
    CHECK(food_after({"0 4,4"}, 1, 2) == Texts{"4,4", "4,4"});
    CHECK(food_after({"1 4,4 3,4"}, 1, 2) == Texts{"4,4", "3,4 4,4"});
    CHECK(food_after({"1 4,4 3,4"}, 1, 1, {"2,4"}) == Texts{"2,4 4,4"});
}

TEST_CASE("a turn that needs several takes them from the same list", "[battlesnake]") {
    CHECK(food_after({"1 4,4 3,4 2,4 1,4"}, 3, 1) == Texts{"2,4 3,4 4,4"});
    CHECK(
        food_after({"1 4,4 3,4 2,4"}, 3, 1, {"4,0"}) == Texts{"4,0 3,4 4,4"}); // not the draw's too
}

TEST_CASE("cells with food, with a body and beside a head are passed over", "[battlesnake]") {
    // After the move up the head lies on 0,1 and the body on 0,0.
    CHECK(food_after({"1 4,4 3,3"}, 0, 1, {"4,4"}) == Texts{"3,3 4,4"});
    CHECK(food_after({"1 0,0 3,3"}, 0, 1) == Texts{"3,3"});
    CHECK(food_after({"1 0,1 3,3"}, 0, 1) == Texts{"3,3"});
    CHECK(food_after({"1 1,1 0,2 3,3"}, 0, 1) == Texts{"3,3"});
    CHECK(food_after({"1 1,2"}, 0, 1) == Texts{"1,2"}); // diagonal is not beside
    CHECK(food_after({"1 1,0"}, 0, 1) == Texts{"1,0"}); // beside the body
}

TEST_CASE("when no candidate qualifies, the next cell after the last one does", "[battlesnake]") {
    CHECK(food_after({"1 2,2 0,0"}, 0, 1, {"2,2"}) == Texts{"1,0 2,2"});
    CHECK(food_after({"1 0,0 2,2"}, 0, 1, {"2,2"}) == Texts{"2,2 3,2"});
    CHECK(food_after({"1 4,2"}, 0, 1, {"4,2"}) == Texts{"4,2 0,3"}); // the next row
    CHECK(food_after({"1 4,4"}, 0, 1, {"4,4"}) == Texts{"1,0 4,4"}); // from the beginning
}

TEST_CASE("a line without candidates begins at 0,0, itself included", "[battlesnake]") {
    CHECK(food_after({"1"}, 0, 1, {}, "100 4,3 4,3") == Texts{"0,0"});
    CHECK(food_after({"1"}, 0, 1) == Texts{"1,0"});
}

TEST_CASE("on a full board no food is put down", "[battlesnake]") {
    const Setup setup = battlesnake_setup(battlesnake_field(
        3, {"100 0,0 0,1 0,2 1,2 2,2 2,1 2,0 1,0"}, {"1,1"}, {"1"}, "minimum_food 5\n"));
    State state = setup.start;
    apply(state, setup, moves_of({"right"}));
    CHECK(food_text(state) == "1,1");
    CHECK(state.lives(1));
}

TEST_CASE("dead snakes don't keep food away", "[battlesnake]") {
    const Setup setup =
        battlesnake_setup(battlesnake_field(5, {"100 0,3 1,3 2,3", "100 4,0"}, {}, {"1 1,3"}));
    State state = setup.start;
    apply(state, setup, moves_of({"left", "up"}));
    CHECK(is_over(state, 100)); // on the last turn, too
    CHECK(food_text(state) == "1,3");
}
