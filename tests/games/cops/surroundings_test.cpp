// referee/games/cops/README.md, "A tick", 1 and 2: walls and gates.

#include "support/catch.hpp"
#include "support/games/cops_states.hpp"

using namespace referee;
using namespace tests;

namespace {

constexpr bool horizontal = false;
constexpr bool vertical = true;

} // namespace

TEST_CASE("a wall moves one cell in its direction", "[cops]") {
    for (const bool orientation : {horizontal, vertical}) {
        CAPTURE(orientation);
        CopsGame game;
        game.add_wall(10, 10, orientation, CopsStep::north)
            .add_wall(10, 10, orientation, CopsStep::east)
            .add_wall(10, 10, orientation, CopsStep::south)
            .add_wall(10, 10, orientation, CopsStep::west);
        game.move_surroundings("0m 0m 0m 0m");
        CHECK(game.wall(0) == "10 9");
        CHECK(game.wall(1) == "11 10");
        CHECK(game.wall(2) == "10 11");
        CHECK(game.wall(3) == "9 10");
        CHECK(game.state.surroundings_moved);
        CHECK(game.state.tick == 0);
    }
}

TEST_CASE("a wall whose word has no m stays where it is", "[cops]") {
    CopsGame game;
    game.add_wall(10, 10, horizontal, CopsStep::east);
    game.move_surroundings("0-");
    CHECK(game.wall(0) == "10 10");
    CHECK(game.state.walls[0].heading == CopsStep::east);
}

TEST_CASE("a wall turns by quarters clockwise before it moves, and is not rotated", "[cops]") {
    CopsGame game;
    for (int i = 0; i < 4; ++i) {
        game.add_wall(10, 10, horizontal, CopsStep::north);
    }
    game.move_surroundings("0m 1m 2m 3m");
    CHECK(game.wall(0) == "10 9");
    CHECK(game.wall(1) == "11 10");
    CHECK(game.wall(2) == "10 11");
    CHECK(game.wall(3) == "9 10");
    CHECK(game.state.walls[3].heading == CopsStep::west);
    CHECK_FALSE(game.state.walls[1].vertical);
}

TEST_CASE("a wall turns also in a tick in which it doesn't move", "[cops]") {
    CopsGame game;
    game.add_wall(10, 10, vertical, CopsStep::west);
    game.move_surroundings("1-");
    CHECK(game.wall(0) == "10 10");
    CHECK(game.state.walls[0].heading == CopsStep::north);
}

TEST_CASE("at the border a wall turns round and steps the other way in the same tick", "[cops]") {
    CopsGame game;
    game.add_wall(5, 1, horizontal, CopsStep::north)
        .add_wall(17, 5, horizontal, CopsStep::east)
        .add_wall(5, 17, vertical, CopsStep::south)
        .add_wall(1, 9, vertical, CopsStep::west);
    game.move_surroundings("0m 0m 0m 0m");
    CHECK(game.wall(0) == "5 2");
    CHECK(game.wall(1) == "16 5");
    CHECK(game.wall(2) == "5 16");
    CHECK(game.wall(3) == "2 9");
    CHECK(game.state.walls[0].heading == CopsStep::south);
    CHECK(game.state.walls[1].heading == CopsStep::west);
    CHECK(game.state.walls[2].heading == CopsStep::north);
    CHECK(game.state.walls[3].heading == CopsStep::east);
}

TEST_CASE("a wall's border is where its last cell is", "[cops]") {
    CopsGame game;
    game.cops_on({{1, 9}});
    game.add_wall(16, 20, false, CopsStep::east).add_wall(20, 16, true, CopsStep::south);
    game.move_surroundings("0m 0m");
    CHECK(game.wall(0) == "17 20");
    CHECK(game.wall(1) == "20 17");
    game.move_surroundings("0m 0m");
    CHECK(game.wall(0) == "16 20");
    CHECK(game.wall(1) == "20 16");
}

TEST_CASE("a wall that fits nowhere else stays, with its direction reversed", "[cops]") {
    CopsGame game;
    game.parameters.size = 4;
    game.cops_on({{4, 4}});
    game.add_wall(1, 3, horizontal, CopsStep::east);
    game.move_surroundings("0m");
    CHECK(game.wall(0) == "1 3");
    CHECK(game.state.walls[0].heading == CopsStep::west);
    game.move_surroundings("0m");
    CHECK(game.wall(0) == "1 3");
    CHECK(game.state.walls[0].heading == CopsStep::east);
}

TEST_CASE("a wall that would cover a player stays; its direction remains", "[cops]") {
    CopsGame game;
    game.thief_on(10, 9);
    game.cops_on({{14, 12}});
    game.add_wall(8, 10, horizontal, CopsStep::north) // the thief above its third cell
        .add_wall(10, 12, horizontal, CopsStep::east) // the cop beside its end
        .add_wall(14, 13, vertical, CopsStep::north)  // the cop above its end
        .add_wall(13, 10, vertical, CopsStep::east);  // the cop beside its third cell
    game.move_surroundings("0m 0m 0m 0m");
    CHECK(game.wall(0) == "8 10");
    CHECK(game.wall(1) == "10 12");
    CHECK(game.wall(2) == "14 13");
    CHECK(game.wall(3) == "13 10");
    CHECK(game.state.walls[0].heading == CopsStep::north);
    CHECK(game.state.walls[1].heading == CopsStep::east);
}

TEST_CASE("players beside a wall's way don't stop it", "[cops]") {
    CopsGame game;
    game.thief_on(7, 9);
    game.cops_on({{12, 9}, {8, 11}});
    game.add_wall(8, 10, horizontal, CopsStep::north);
    game.move_surroundings("0m");
    CHECK(game.wall(0) == "8 9");
}

TEST_CASE("a turn remains when the move after it is given up", "[cops]") {
    CopsGame game;
    game.thief_on(10, 9);
    game.add_wall(8, 10, horizontal, CopsStep::west);
    game.move_surroundings("1m");
    CHECK(game.wall(0) == "8 10");
    CHECK(game.state.walls[0].heading == CopsStep::north);
    game.thief_on(1, 1);
    game.move_surroundings("0m");
    CHECK(game.wall(0) == "8 9");
}

TEST_CASE("a player also stops a wall that steps back from the border", "[cops]") {
    CopsGame game;
    game.thief_on(6, 2);
    game.add_wall(5, 1, horizontal, CopsStep::north);
    game.move_surroundings("0m");
    CHECK(game.wall(0) == "5 1");
    CHECK(game.state.walls[0].heading == CopsStep::south);
}

TEST_CASE("walls are transparent to each other and may overlap", "[cops]") {
    CopsGame game;
    game.add_wall(8, 10, horizontal, CopsStep::east).add_wall(12, 8, vertical, CopsStep::west);
    game.move_surroundings("0m 0m");
    CHECK(game.wall(0) == "9 10");
    CHECK(game.wall(1) == "11 8");
}

TEST_CASE("walls of other lengths keep within the board", "[cops]") {
    CopsGame game;
    game.parameters.wall_length = 1;
    game.thief_on(5, 5);
    game.add_wall(20, 1, horizontal, CopsStep::east).add_wall(20, 1, vertical, CopsStep::north);
    game.move_surroundings("0m 0m");
    CHECK(game.wall(0) == "19 1");
    CHECK(game.wall(1) == "20 2");
}

TEST_CASE("a gate moves one ring index its way", "[cops]") {
    CopsGame game;
    game.add_gate(10, true).add_gate(10, false).add_gate(10, true);
    game.move_surroundings("0m 0m 0-");
    CHECK(game.state.gates[0].index == 11);
    CHECK(game.state.gates[1].index == 9);
    CHECK(game.state.gates[2].index == 10);
}

TEST_CASE("gates go round the whole ring", "[cops]") {
    CopsGame game;
    game.add_gate(83, true).add_gate(0, false);
    game.move_surroundings("0m 0m");
    CHECK(game.state.gates[0].index == 0);
    CHECK(game.state.gates[1].index == 83);
}

TEST_CASE("a gate turns the other way round before it moves", "[cops]") {
    CopsGame game;
    game.add_gate(10, true).add_gate(20, false).add_gate(30, true);
    game.move_surroundings("1m 1m 1-");
    CHECK(game.state.gates[0].index == 9);
    CHECK(game.state.gates[1].index == 21);
    CHECK(game.state.gates[2].index == 30);
    CHECK_FALSE(game.state.gates[2].clockwise);
}

TEST_CASE("gates are transparent to each other", "[cops]") {
    CopsGame game;
    game.add_gate(10, true).add_gate(12, false);
    game.move_surroundings("0m 0m");
    CHECK(game.state.gates[0].index == 11);
    CHECK(game.state.gates[1].index == 11);
}

TEST_CASE("a tick's words are those of the walls, then those of the gates", "[cops]") {
    CopsGame game;
    game.add_gate(10)
        .add_wall(5, 5, vertical, CopsStep::east)
        .add_wall(5, 5, vertical, CopsStep::south);
    game.move_surroundings("0m 0- 0m");
    CHECK(game.wall(0) == "6 5");
    CHECK(game.wall(1) == "5 5");
    CHECK(game.state.gates[0].index == 11);
}
