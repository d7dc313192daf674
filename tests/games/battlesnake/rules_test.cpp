// referee/games/battlesnake/README.md, "A turn", steps 1 to 5 and 9. What the golden games hold is
// not all repeated here.

#include "base/names.hpp"
#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"

#include <algorithm>
#include <type_traits>

using namespace referee::battlesnake;
using namespace tests;

namespace {

State scene_of_rules(
    const std::vector<std::string>& snakes, const std::vector<std::string>& food = {},
    int size = 7) {
    return battlesnake_setup(battlesnake_field(size, snakes, food)).start;
}

Cause cause_of(const State& state, int seat) {
    return state.snake(seat).cause;
}

} // namespace

TEST_CASE("a state of battlesnake is a plain value of about 2 KB", "[battlesnake]") {
    CHECK(std::is_trivially_copyable_v<State>);
    CHECK(sizeof(State) < 2600);
}

TEST_CASE("up is y + 1, right is x + 1", "[battlesnake]") {
    const State start = scene_of_rules({"100 3,3"});
    CHECK(body_text(after(start, {{"up"}}).snake(1)) == "3,4");
    CHECK(body_text(after(start, {{"down"}}).snake(1)) == "3,2");
    CHECK(body_text(after(start, {{"left"}}).snake(1)) == "2,3");
    CHECK(body_text(after(start, {{"right"}}).snake(1)) == "4,3");
}

TEST_CASE("three stacked segments unfold in two moves", "[battlesnake]") {
    const State start = scene_of_rules({"100 3,3 3,3 3,3"});
    CHECK(body_text(after(start, {{"up"}}).snake(1)) == "3,4 3,3 3,3");
    CHECK(body_text(after(start, {{"up"}, {"up"}}).snake(1)) == "3,5 3,4 3,3");
    CHECK(body_text(after(start, {{"up"}, {"up"}, {"left"}}).snake(1)) == "2,5 3,5 3,4");
}

TEST_CASE("a turn costs one health, food brings 100 and a segment at once", "[battlesnake]") {
    const State start = scene_of_rules({"50 3,3 3,2 3,1"}, {"3,5"});
    State state = after(start, {{"up"}});
    CHECK(state.snake(1).health == 49);
    state = after(state, {{"up"}});
    CHECK(state.snake(1).health == 100);
    CHECK(body_text(state.snake(1)) == "3,5 3,4 3,3 3,3");
    CHECK(state.food == 0);
    CHECK(food_text(state).empty());
    CHECK(body_text(after(state, {{"left"}}).snake(1)) == "2,5 3,5 3,4 3,3");
}

TEST_CASE("a snake at health 1 starves, unless it eats in that turn", "[battlesnake]") {
    const State start = scene_of_rules({"1 3,3 3,2"}, {"3,4"});
    CHECK(cause_of(after(start, {{"left"}}), 1) == Cause::starved);
    CHECK(cause_of(after(start, {{"up"}}), 1) == Cause::none);
}

TEST_CASE("the body of a dead snake blocks nobody after its turn", "[battlesnake]") {
    const State start = scene_of_rules({"100 0,3 1,3 2,3", "100 2,1 3,1 4,1"});
    const State state = after(start, {{"left", "up"}, {"left", "up"}});
    CHECK(cause_of(state, 1) == Cause::wall);
    CHECK(state.snake(1).died_on == 1);
    CHECK(body_text(state.snake(1)) == "-1,3 0,3 1,3");
    CHECK(body_text(state.snake(2)) == "2,3 2,2 2,1"); // through where it lay
}

TEST_CASE("a dead snake stays as it was", "[battlesnake]") {
    const State start = scene_of_rules({"100 0,3 1,3 2,3", "100 2,1 3,1 4,1"});
    const State state = after(start, {{"left", "up"}, {"up", "up"}, {"up", "up"}});
    CHECK(body_text(state.snake(1)) == "-1,3 0,3 1,3");
    CHECK(state.snake(1).health == 99);
    CHECK(state.turn == 3);
}

TEST_CASE("there are walls on all four sides, and a board need not be a square", "[battlesnake]") {
    State start = empty_state(25, 3);
    add_snake(start, {cell_at(24, 2)}, 100);
    CHECK(cause_of(after(start, {{"up"}}), 1) == Cause::wall);
    CHECK(cause_of(after(start, {{"right"}}), 1) == Cause::wall);
    CHECK(cause_of(after(start, {{"down"}, {"down"}}), 1) == Cause::none);
    CHECK(cause_of(after(start, {{"down"}, {"down"}, {"down"}}), 1) == Cause::wall);
}

TEST_CASE("a snake may fill the largest board", "[battlesnake]") {
    // Along all rows of 25 x 25, to and fro, with the head in a corner: all but one cell, and
    // stacked.
    std::vector<Cell> body;
    for (int i = 0; i < 25 * 25 - 1; ++i) {
        const int y = i / 25;
        body.push_back(cell_at(y % 2 == 0 ? i % 25 : 24 - i % 25, y));
    }
    std::reverse(body.begin(), body.end());
    body.insert(body.end(), 100, body.back());
    State state = empty_state(25, 25);
    add_snake(state, body, 100);
    CHECK(state.snake(1).length() == 724);
    const Cell last = cell_at(24, 24);
    CHECK(body.front() == cell_at(23, 24));
    advance(state, moves_of({"right"}));
    CHECK(state.snake(1).head == last);
    CHECK(cause_of(state, 1) == Cause::none);
    advance(state, moves_of({"right"}));
    CHECK(cause_of(state, 1) == Cause::wall);
    for (int y = 0; y < 25; ++y) {
        for (int x = 0; x < 25; ++x) {
            REQUIRE(state.board.is_free(cell_at(x, y)));
        }
    }
}

TEST_CASE("long games leave nothing behind in the ring of steps", "[battlesnake]") {
    State state = scene_of_rules({"100 0,0 0,1 1,1 1,0"});
    for (int round = 0; round < 1000; ++round) {
        state.snake(1).health = 100;
        state =
            after(state, {{"right"}, {"up"}, {"left"}, {"down"}}); // each time onto its tail's cell
        REQUIRE(body_text(state.snake(1)) == "0,0 0,1 1,1 1,0");
    }
    CHECK(state.turn == 4000);
}

TEST_CASE(
    "a game ends when at most one snake lives, with one player when none does", "[battlesnake]") {
    const State two = scene_of_rules({"100 0,3 1,3", "100 5,3"});
    CHECK_FALSE(is_over(two, 100));
    CHECK(is_over(after(two, {{"left", "up"}}), 100));
    const State one = scene_of_rules({"100 0,3 1,3"});
    CHECK_FALSE(is_over(one, 100));
    CHECK_FALSE(is_over(after(one, {{"up"}}), 100));
    CHECK(is_over(after(one, {{"left"}}), 100));
    CHECK(is_over(after(one, {{"up"}}), 1)); // turns used up
}

TEST_CASE("a later death has the better rank, the same turn shares it", "[battlesnake]") {
    State state = scene_of_rules({"100 0,1", "100 0,3", "100 0,5", "100 3,3"});
    state = after(state, {{"left", "up", "left", "up"}, {"up", "left", "up", "up"}});
    CHECK(ranks(state)[0] == 3);
    CHECK(ranks(state)[1] == 2);
    CHECK(ranks(state)[2] == 3);
    CHECK(ranks(state)[3] == 1);
}

TEST_CASE("the last ones to die together share the first rank", "[battlesnake]") {
    const State state = after(scene_of_rules({"100 0,1", "100 0,3"}), {{"left", "left"}});
    CHECK(ranks(state)[0] == 1);
    CHECK(ranks(state)[1] == 1);
}

TEST_CASE("among those who die in one turn the longer one has no better rank", "[battlesnake]") {
    const State state = after(
        scene_of_rules({"100 0,1 1,1 2,1", "100 0,3", "90 0,5 1,5"}), {{"left", "left", "left"}});
    const auto places = ranks(state);
    CHECK(std::vector<int>(places.begin(), places.begin() + 3) == std::vector<int>{1, 1, 1});
}

TEST_CASE("the living rank by length, then health, then share", "[battlesnake]") {
    const State state =
        scene_of_rules({"100 0,1", "90 0,3 0,4", "80 2,1 2,2", "90 4,4 4,5", "100 6,6"});
    const auto places = ranks(state);
    CHECK(std::vector<int>(places.begin(), places.begin() + 5) == std::vector<int>{4, 1, 3, 1, 4});
}

TEST_CASE("without an answer a snake repeats its last move", "[battlesnake]") {
    const State start = scene_of_rules({"100 3,3 3,3 3,3", "100 5,5 5,4 5,3"});
    CHECK(fallback_move(start.snake(1), Direction::down) == Direction::down); // neck on head
    CHECK(fallback_move(start.snake(1), Direction::right) == Direction::right);
    CHECK(fallback_move(start.snake(2), Direction::down) == Direction::up); // from neck to head
    const State state = after(start, {{"left", "left"}});
    CHECK(fallback_move(state.snake(1), Direction::down) == Direction::left);
    CHECK(fallback_move(state.snake(2), Direction::down) == Direction::left);
    const State short_one = after(scene_of_rules({"100 3,3"}), {{"right"}});
    CHECK(fallback_move(short_one.snake(1), Direction::down) == Direction::right);
}

TEST_CASE("directions are named exactly", "[battlesnake]") {
    CHECK(referee::named<Direction>("left") == Direction::left);
    CHECK_FALSE(referee::named<Direction>("LEFT"));
    CHECK_FALSE(referee::named<Direction>("north"));
    CHECK_FALSE(referee::named<Direction>(""));
}
