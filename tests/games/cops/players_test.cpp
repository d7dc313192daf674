// referee/games/cops/README.md, "A tick", 4 to 6: the players' moves, capture, escape and payoffs.

#include "support/catch.hpp"
#include "support/games/cops_states.hpp"

using namespace referee;
using namespace tests;

TEST_CASE("players move by their letters, and stay for -", "[cops]") {
    CopsGame game;
    game.thief_on(10, 10);
    game.cops_on({{5, 5}, {6, 6}, {7, 7}, {8, 8}});
    game.tick("NESW-");
    CHECK(game.thief() == "10 9");
    CHECK(game.cop(0) == "6 5");
    CHECK(game.cop(1) == "6 7");
    CHECK(game.cop(2) == "6 7");
    CHECK(game.cop(3) == "8 8");
}

TEST_CASE("a move into a wall has no effect", "[cops]") {
    CopsGame game;
    game.thief_on(10, 10).cops_on({{10, 8}, {9, 9}});
    game.add_wall(10, 9, false, CopsStep::north);
    game.tick("NSE");
    CHECK(game.thief() == "10 10");
    CHECK(game.cop(0) == "10 8");
    CHECK(game.cop(1) == "9 9");
}

TEST_CASE("a wall blocks all its cells and no more", "[cops]") {
    CopsGame game;
    game.add_wall(10, 9, false, CopsStep::north).add_wall(3, 15, true, CopsStep::north);
    const auto is_wall = [&](int x, int y) {
        return cops::is_wall(
            game.state, game.parameters,
            {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
    };
    int count = 0;
    for (int y = 0; y <= 21; ++y) {
        for (int x = 0; x <= 21; ++x) {
            count += is_wall(x, y) ? 1 : 0;
        }
    }
    CHECK(count == 8);
    CHECK(is_wall(10, 9));
    CHECK(is_wall(13, 9));
    CHECK(is_wall(3, 15));
    CHECK(is_wall(3, 18));
}

TEST_CASE("a move onto the ring where there is no gate has no effect", "[cops]") {
    CopsGame game;
    game.thief_on(1, 5).cops_on({{5, 1}, {20, 20}});
    game.add_gate(30);
    game.tick("WNE");
    CHECK(game.thief() == "1 5");
    CHECK(game.cop(0) == "5 1");
    CHECK(game.cop(1) == "20 20");
    CHECK(game.state.end == cops::End::none);
}

TEST_CASE("cops don't enter gates", "[cops]") {
    CopsGame game;
    game.cops_on({{5, 1}}).add_gate(5);
    game.tick("-N");
    CHECK(game.cop(0) == "5 1");
}

TEST_CASE("the thief that steps onto a gate has escaped and gets 2T - t - 1", "[cops]") {
    for (const int tick : {0, 57, 199}) {
        CAPTURE(tick);
        CopsGame game;
        game.thief_on(6, 1).add_gate(5);
        game.state.tick = tick;
        game.tick("N");
        CHECK(game.thief() == "6 0");
        CHECK(game.state.end == cops::End::escaped);
        CHECK(game.state.payoff == 2 * 200 - tick - 1);
        CHECK(game.state.tick == tick + 1);
    }
}

TEST_CASE("the thief can't step onto a gate that has just moved away", "[cops]") {
    CopsGame game;
    game.thief_on(5, 1).add_gate(5);
    game.move_surroundings("0m");
    game.move_players("N");
    CHECK(game.thief() == "5 1");
    CHECK(game.state.end == cops::End::none);
}

TEST_CASE("the thief can step onto a gate that has just come", "[cops]") {
    CopsGame game;
    game.thief_on(7, 1).add_gate(5);
    game.move_surroundings("0m");
    game.move_players("N");
    CHECK(game.state.end == cops::End::escaped);
}

TEST_CASE("walls move before players: a wall comes in the way in the same tick", "[cops]") {
    CopsGame game;
    game.thief_on(10, 10).add_wall(10, 8, false, CopsStep::south);
    game.move_surroundings("0m");
    game.move_players("N");
    CHECK(game.thief() == "10 10");
}

TEST_CASE("players don't block each other, and several cops may share a cell", "[cops]") {
    CopsGame game;
    game.cops_on({{5, 5}, {7, 5}, {6, 5}});
    game.tick("-EW-");
    CHECK(game.cop(0) == "6 5");
    CHECK(game.cop(1) == "6 5");
    CHECK(game.cop(2) == "6 5");
}

TEST_CASE("a cop on the thief's cell captures him, and the thief gets t", "[cops]") {
    for (const int tick : {0, 57, 199}) {
        CAPTURE(tick);
        CopsGame game;
        game.thief_on(10, 10).cops_on({{1, 1}, {12, 10}});
        game.state.tick = tick;
        game.tick("E-W");
        CHECK(game.state.end == cops::End::captured);
        CHECK(game.state.payoff == tick);
    }
}

TEST_CASE("a cop that catches up with a waiting thief captures him", "[cops]") {
    CopsGame game;
    game.thief_on(10, 10).cops_on({{10, 9}});
    game.tick("-S");
    CHECK(game.state.end == cops::End::captured);
}

TEST_CASE("being next to each other is not a capture with radius 0", "[cops]") {
    CopsGame game;
    game.thief_on(10, 10).cops_on({{10, 9}});
    game.tick("--");
    CHECK(game.state.end == cops::End::none);
    CHECK(game.state.tick == 1);
}

TEST_CASE("the capture radius is a Manhattan distance after the moves", "[cops]") {
    const auto end_at = [](int radius, cops::Cell cop) {
        CopsGame game;
        game.parameters.capture_radius = radius;
        game.thief_on(10, 10).cops_on({cop});
        game.tick("--");
        return game.state.end;
    };
    CHECK(end_at(1, {10, 11}) == cops::End::captured);
    CHECK(end_at(1, {11, 11}) == cops::End::none);
    CHECK(end_at(2, {11, 11}) == cops::End::captured);
    CHECK(end_at(3, {13, 10}) == cops::End::captured);
    CHECK(end_at(3, {13, 11}) == cops::End::none);
}

TEST_CASE("exchanging places is a capture only with swap_capture", "[cops]") {
    for (const int swap : {0, 1}) {
        CopsGame game;
        game.parameters.swap_capture = swap;
        game.thief_on(10, 10).cops_on({{11, 10}});
        game.tick("EW");
        CHECK(game.thief() == "11 10");
        CHECK(game.cop(0) == "10 10");
        CHECK(game.state.end == (swap == 1 ? cops::End::captured : cops::End::none));
    }
}

TEST_CASE("following the thief is not swapping places", "[cops]") {
    CopsGame game;
    game.parameters.swap_capture = 1;
    game.thief_on(10, 10).cops_on({{9, 10}});
    game.tick("EE");
    CHECK(game.state.end == cops::End::none);
}

TEST_CASE("capture comes before escape", "[cops]") {
    CopsGame game;
    game.parameters.capture_radius = 1;
    game.thief_on(5, 1).cops_on({{6, 1}}).add_gate(5);
    game.state.tick = 30;
    game.tick("NW");
    CHECK(game.thief() == "5 0");
    CHECK(game.state.end == cops::End::captured);
    CHECK(game.state.payoff == 30);
}

TEST_CASE("a thief on a gate is out of reach of a cop on the cell before it", "[cops]") {
    CopsGame game;
    game.thief_on(5, 1).cops_on({{6, 1}}).add_gate(5);
    game.tick("NW");
    CHECK(game.state.end == cops::End::escaped);
}

TEST_CASE("after T ticks the thief gets T", "[cops]") {
    CopsGame game;
    game.parameters.ticks = 120;
    game.state.tick = 118;
    game.tick("--");
    CHECK(game.state.end == cops::End::none);
    game.tick("--");
    CHECK(game.state.end == cops::End::survived);
    CHECK(game.state.payoff == 120);
}

TEST_CASE("a game by words and steps is the two halves of each tick", "[cops]") {
    cops::Setup setup;
    CopsGame game;
    game.thief_on(10, 10).add_wall(5, 5, true, CopsStep::east).add_gate(3);
    setup.start = game.state;
    setup.words = cops::WordTable(cops_words("0m 0m 0m 0- 1m 1m"), 2);
    cops::State state = setup.start;
    cops::Steps steps;
    steps.thief = CopsStep::north;
    for (int i = 0; i < 3; ++i) {
        cops::play_tick(state, setup, steps);
    }
    CHECK(state.tick == 3);
    CHECK(state.walls[0].first == cops::Cell{7, 6}); // east twice, turned, south
    CHECK(state.gates[0].index == 3);                // there, waited, back
    CHECK(state.thief == cops::Cell{10, 7});
}
