// referee/games/gems/README.md, "Example": everything that the contest's page says about its board.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <algorithm>

using namespace referee::gems;
using namespace tests;

namespace {

Board example_after(const Swap& swap) {
    Board board = board_of(example_rows);
    exchange(board, swap);
    return board;
}

/// The example as a duel, with stripes above it.
Duel example_duel() {
    const std::string above = as_text(striped_board());
    std::vector<std::string_view> queue;
    for (int y = 0; y < rows; ++y) {
        queue.push_back(
            std::string_view(above).substr(static_cast<std::size_t>(rows - 1 - y) * 11, columns));
    }
    return duel_on(board_of(example_rows), queue);
}

} // namespace

TEST_CASE("the example board has no line", "[gems]") {
    CHECK_FALSE(has_line(board_of(example_rows)));
}

TEST_CASE("the example board has these 22 legal swaps", "[gems]") {
    const std::vector<Swap> expected{
        {1, 0, 1, 1}, {7, 1, 8, 1}, {4, 2, 5, 2}, {5, 2, 5, 3}, {5, 2, 6, 2}, {1, 4, 1, 5},
        {2, 4, 2, 5}, {5, 4, 6, 4}, {5, 5, 6, 5}, {8, 5, 8, 6}, {8, 5, 9, 5}, {1, 6, 1, 7},
        {2, 6, 2, 7}, {3, 6, 3, 7}, {3, 6, 4, 6}, {6, 6, 6, 7}, {7, 6, 8, 6}, {8, 6, 9, 6},
        {5, 7, 6, 7}, {0, 8, 0, 9}, {0, 8, 1, 8}, {4, 8, 5, 8}};
    const SwapList list = legal_swaps(board_of(example_rows));
    REQUIRE(list.count == 22);
    CHECK(std::vector<Swap>(list.begin(), list.end()) == expected);
}

TEST_CASE("no legal swap of the example board makes a line of bombs", "[gems]") {
    for (const Swap& swap : legal_swaps(board_of(example_rows))) {
        INFO(swap.x1 << ' ' << swap.y1 << ' ' << swap.x2 << ' ' << swap.y2);
        Board board = example_after(swap);
        Player mover;
        Player other{30, 0, 0, 0, 0, 0};
        CHECK(dissolve(board, mover, other, Parameters()).damage == 0);
    }
}

TEST_CASE("in the example (0,8)-(0,9) makes a blue row", "[gems]") {
    Board board = example_after({0, 8, 0, 9});
    Player mover;
    Player other;
    CHECK(as_text(board).substr(0, 4) == "BBB3");
    CHECK(dissolve(board, mover, other, Parameters()).stones == 3);
    CHECK(mover.shield == 3);
    CHECK(as_text(board).substr(0, 4) == "...3");
}

TEST_CASE("in the example (6,7)-(5,7) makes a red column", "[gems]") {
    Board board = example_after({6, 7, 5, 7});
    Player mover;
    Player other;
    CHECK(dissolve(board, mover, other, Parameters()).stones == 3);
    CHECK(mover.red == 3);
    for (const int y : {5, 6, 7}) {
        CHECK(board.at(5, y) == hole);
    }
}

TEST_CASE("in the example (1,0)-(1,1) makes a purple row", "[gems]") {
    Board board = example_after({1, 0, 1, 1});
    Player mover;
    Player other;
    CHECK(dissolve(board, mover, other, Parameters()).stones == 3);
    CHECK(mover.purple == 3);
    CHECK(as_text(board).substr(99) == "...1L1BGRL");
}

TEST_CASE("in the example (3,6)-(3,7) makes two lines at once", "[gems]") {
    Board board = example_after({3, 6, 3, 7});
    Player mover;
    Player other;
    CHECK(dissolve(board, mover, other, Parameters()).stones == 6);
    CHECK(mover.red == 3);
    CHECK(mover.purple == 3);
}

TEST_CASE("in the example (2,2)-(3,2) after (1,0)-(1,1) makes the bomb column 5+4+1", "[gems]") {
    Duel duel = example_duel();
    const Outcome first = duel.play({1, 0, 1, 1});
    REQUIRE(first.legal);
    REQUIRE(first.steps == 1);
    CHECK(as_text(duel.state.players[0]) == "30 15 0 0 0 3");
    REQUIRE(duel.state.mover == 1);
    Outcome second = begin_move(duel.state, duel.setup, {2, 2, 3, 2});
    REQUIRE(second.legal);
    CHECK(duel.state.board.at(3, 2) == bomb5);
    CHECK(duel.state.board.at(3, 1) == bomb4);
    CHECK(duel.state.board.at(3, 0) == bomb1);
    cascade_step(duel.state, duel.setup, second);
    CHECK(second.stones == 3);
    CHECK(second.damage == 10);
    CHECK(as_text(duel.state.players[0]) == "30 5 0 0 0 3");
}

TEST_CASE("in the example the first legal swap from the bottom is (1,0)-(1,1)", "[gems]") {
    const Swap expected{1, 0, 1, 1};
    CHECK(*legal_swaps(board_of(example_rows)).begin() == expected);
}
