// referee/games/gems/README.md, "A move": which swaps are legal, and what a line is.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <limits>

using namespace referee::gems;
using namespace tests;

namespace {

/// The board after dissolve().
Board dissolved(Board board) {
    Player mover;
    Player other;
    dissolve(board, mover, other, Parameters());
    return board;
}

int stones_dissolved(Board board) {
    Player mover;
    Player other;
    return dissolve(board, mover, other, Parameters()).stones;
}

/// Stripes with the patch in the middle, its lower left corner on (4, 4).
Board in_stripes(const std::vector<std::string_view>& patch) {
    return with_patch(striped_board(), 4, 4, patch);
}

} // namespace

TEST_CASE("a swap that completes a row of three is legal", "[gems]") {
    const Board board = in_stripes({"..1", "12R"});
    CHECK(is_legal(board, {6, 4, 6, 5}));
}

TEST_CASE("a swap that completes a column of three is legal", "[gems]") {
    const Board board = in_stripes({"1R", "1R", "R1"});
    CHECK(is_legal(board, {4, 4, 5, 4}));
}

TEST_CASE("a swap is the same in both directions", "[gems]") {
    const Board board = in_stripes({"..1", "12R"});
    CHECK(is_legal(board, {6, 5, 6, 4}));
}

TEST_CASE("a swap along the line that it completes is legal", "[gems]") {
    const Board board = in_stripes({"11R1"});
    CHECK(is_legal(board, {6, 4, 7, 4}));
}

TEST_CASE("a swap that fills the middle of a line is legal", "[gems]") {
    const Board board = in_stripes({".1.", "1R1"});
    CHECK(is_legal(board, {5, 4, 5, 5}));
}

TEST_CASE("a swap is legal whichever of the two stones makes the line", "[gems]") {
    const Board board = in_stripes({"11R", "..1"});
    CHECK(is_legal(board, {6, 5, 6, 4}));
    CHECK(is_legal(board, {6, 4, 6, 5}));
}

TEST_CASE("a swap may make more than three equal stones in a row", "[gems]") {
    const Board board = in_stripes({"..1..", "11R11"});
    CHECK(is_legal(board, {6, 4, 6, 5}));
}

TEST_CASE("a swap that makes no line is illegal", "[gems]") {
    const Board board = in_stripes({"..1", "1RR"});
    CHECK_FALSE(is_legal(board, {6, 4, 6, 5}));
}

TEST_CASE("a swap that makes a diagonal of three is illegal", "[gems]") {
    const Board board = in_stripes({"1..", ".2.", ".R1"});
    CHECK_FALSE(is_legal(board, {5, 4, 6, 4}));
}

TEST_CASE("fields that touch only at a corner can't be exchanged", "[gems]") {
    const Board board = in_stripes({"...1", "11R."});
    CHECK_FALSE(is_legal(board, {6, 4, 7, 5}));
}

TEST_CASE("fields with one between them can't be exchanged", "[gems]") {
    const Board board = in_stripes({"11R.1"});
    CHECK_FALSE(is_legal(board, {6, 4, 8, 4}));
    CHECK_FALSE(is_legal(board, {8, 4, 6, 4}));
}

TEST_CASE("a field can't be exchanged with itself", "[gems]") {
    CHECK_FALSE(is_legal(board_of(example_rows), {1, 0, 1, 0}));
    CHECK_FALSE(is_legal(in_stripes({"111"}), {4, 4, 4, 4})); // not even where a line is
}

TEST_CASE("a field beyond any edge of the board can't be exchanged", "[gems]") {
    // Every corner has two open sides: a third bomb from outside would make a line.
    Board board = striped_board();
    board = with_patch(board, 1, 0, {"11"});
    board = with_patch(board, 7, 9, {"11"});
    CHECK_FALSE(is_legal(board, {0, 0, -1, 0}));
    CHECK_FALSE(is_legal(board, {-1, 0, 0, 0}));
    CHECK_FALSE(is_legal(board, {0, 0, 0, -1}));
    CHECK_FALSE(is_legal(board, {9, 9, 10, 9}));
    CHECK_FALSE(is_legal(board, {10, 9, 9, 9}));
    CHECK_FALSE(is_legal(board, {9, 9, 9, 10}));
    CHECK_FALSE(is_legal(board, {10, 10, 10, 9}));
}

TEST_CASE("a swap far beyond the board is illegal like any other", "[gems]") {
    constexpr int max = std::numeric_limits<int>::max();
    constexpr int min = std::numeric_limits<int>::min();
    CHECK_FALSE(is_legal(striped_board(), {max, 0, min, 0}));
    CHECK_FALSE(is_legal(striped_board(), {0, min, 0, max}));
}

TEST_CASE("a swap beyond the right edge doesn't reach the next row", "[gems]") {
    const Board board = with_patch(striped_board(), 0, 6, {"1R11"});
    REQUIRE(is_legal(board, {0, 6, 1, 6}));
    CHECK_FALSE(is_legal(board, {Board::stride, 5, Board::stride + 1, 5}));
}

TEST_CASE("two equal stones can be exchanged only if that makes a line, so never", "[gems]") {
    const Board board = in_stripes({"RR"});
    CHECK_FALSE(is_legal(board, {4, 4, 5, 4}));
}

TEST_CASE("a hole can't be exchanged with a stone", "[gems]") {
    // Only a dry queue leaves holes, and then the game is over; searching AIs meet them before.
    const Board board = board_of({"..1.", "11.1"});
    CHECK_FALSE(is_legal(board, {2, 0, 2, 1}));
    CHECK_FALSE(is_legal(board, {2, 1, 2, 0}));
    CHECK_FALSE(has_legal_swap(board));
}

TEST_CASE("two bombs of different values exchanged make no line", "[gems]") {
    const Board board = in_stripes({"25"});
    CHECK_FALSE(is_legal(board, {4, 4, 5, 4}));
}

TEST_CASE("bombs of any values equal each other", "[gems]") {
    CHECK(is_legal(in_stripes({"..5", "13R"}), {6, 4, 6, 5}));
    CHECK(has_line(in_stripes({"243"})));
}

TEST_CASE("bombs and colours don't make lines together", "[gems]") {
    for (const std::string_view row : {"1R1", "RR5", "1YY", "G3G"}) {
        CAPTURE(row);
        CHECK_FALSE(has_line(board_of({row})));
    }
}

TEST_CASE("no two colours equal each other", "[gems]") {
    const std::string_view colours = "RYGBL";
    for (const char first : colours) {
        for (const char second : colours) {
            const std::string row{first, first, second};
            CAPTURE(row);
            CHECK(has_line(board_of({row})) == (first == second));
        }
    }
}

TEST_CASE(
    "two stones at the end of a row and one at the start of the next are not a line", "[gems]") {
    CHECK_FALSE(has_line(board_of({"RR........", "........RR"})));
    CHECK_FALSE(has_line(board_of({"R.........", "........RR"})));
}

TEST_CASE(
    "two stones at the top of a column and one at the bottom of the next are not a line",
    "[gems]") {
    CHECK_FALSE(has_line(board_of({"R.", "R.", "..", "..", "..", "..", "..", "..", "..", ".R"})));
}

TEST_CASE("two equal stones are not a line", "[gems]") {
    CHECK_FALSE(has_line(board_of({"RR"})));
    CHECK_FALSE(has_line(board_of({"R", "R"})));
    CHECK_FALSE(has_line(board_of({"RR", "RR"})));
}

TEST_CASE("holes make no line", "[gems]") {
    CHECK_FALSE(has_line(Board()));
}

TEST_CASE("a line is found at every place of the board", "[gems]") {
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x + 2 < columns; ++x) {
            CAPTURE(x, y);
            CHECK(has_line(with_patch(Board(), x, y, {"GGG"})));
            CHECK(stones_dissolved(with_patch(Board(), y, x, {"G", "G", "G"})) == 3);
        }
    }
}

TEST_CASE("legal_swaps lists y from the bottom, x from the left, up before right", "[gems]") {
    for (const Board& board :
         {board_of(example_rows), striped_board_with_spare_swap(), striped_board()}) {
        std::vector<Swap> expected;
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                for (const Swap& swap : {Swap{x, y, x, y + 1}, Swap{x, y, x + 1, y}}) {
                    if (is_legal(board, swap)) {
                        expected.push_back(swap);
                    }
                }
            }
        }
        const SwapList list = legal_swaps(board);
        CHECK(std::vector<Swap>(list.begin(), list.end()) == expected);
        CHECK(has_legal_swap(board) == !expected.empty());
    }
}

TEST_CASE("has_legal_swap sees a single swap in each direction", "[gems]") {
    CHECK(has_legal_swap(striped_board_with_spare_swap())); // upwards
    CHECK(has_legal_swap(in_stripes({"11R1"})));            // to the right
    CHECK(legal_swaps(striped_board_with_spare_swap()).count == 1);
    CHECK(legal_swaps(in_stripes({"11R1"})).count == 1);
}

TEST_CASE("looking for legal swaps leaves the board as it was", "[gems]") {
    Board board = board_of(example_rows);
    legal_swaps(board);
    is_legal(board, {1, 0, 1, 1});
    CHECK(board == board_of(example_rows));
}

TEST_CASE("a line of three, four, five or ten counts all its stones once", "[gems]") {
    CHECK(stones_dissolved(board_of({"YYY"})) == 3);
    CHECK(stones_dissolved(board_of({"YYYY"})) == 4);
    CHECK(stones_dissolved(board_of({"YYYYY"})) == 5);
    CHECK(stones_dissolved(board_of({"YYYYYYYYYY"})) == 10);
    CHECK(stones_dissolved(board_of({"Y", "Y", "Y", "Y"})) == 4);
}

TEST_CASE("all lines of the board dissolve in one step", "[gems]") {
    const Board board =
        board_of({"124.....G.", "........G.", ".RRR....G.", "..........", "BBB....LLL"});
    CHECK(stones_dissolved(board) == 15);
    CHECK(dissolved(board) == Board());
}

TEST_CASE("a stone where two lines cross counts in both", "[gems]") {
    CHECK(stones_dissolved(board_of({"RRR", "R..", "R.."})) == 6);
    CHECK(stones_dissolved(board_of({"RRR", ".R.", ".R."})) == 6);
    CHECK(stones_dissolved(board_of({".R.", "RRR", ".R."})) == 6);
    CHECK(stones_dissolved(board_of({"R..", "RRRR", "R..", "R.."})) == 8);
}

TEST_CASE("in a square of three times three every stone counts twice", "[gems]") {
    CHECK(stones_dissolved(board_of({"RRR", "RRR", "RRR"})) == 18);
}

TEST_CASE("two lines side by side that don't cross count every stone once", "[gems]") {
    CHECK(stones_dissolved(board_of({"RRR", "RRR"})) == 6);
    CHECK(stones_dissolved(board_of({"RRR", "..RRR"})) == 6);
}

TEST_CASE("crossing lines dissolve whole, the stone they share too", "[gems]") {
    CHECK(dissolved(board_of({"RRR", "R..", "R.."})) == Board());
}

TEST_CASE("stones beside a line stay, also those of its colour", "[gems]") {
    const Board board = board_of({"R.G..", "RYYY.", "GR.RR"});
    CHECK(as_text(dissolved(board)) == as_text(board_of({"R.G..", "R....", "GR.RR"})));
}

TEST_CASE("a board without lines stays as it is", "[gems]") {
    CHECK(stones_dissolved(striped_board()) == 0);
    CHECK(dissolved(striped_board()) == striped_board());
}

TEST_CASE("columns fall so that the order of their stones is kept", "[gems]") {
    Board board = board_of({"R..", "..G", "Y..", "..B", ".L."});
    fall(board);
    CHECK(as_text(board) == as_text(board_of({"R.G", "YLB"})));
}

TEST_CASE("a stone falls from the top to the bottom of its column", "[gems]") {
    Board board = with_patch(Board(), 9, 9, {"4"});
    fall(board);
    CHECK(board == with_patch(Board(), 9, 0, {"4"}));
}

TEST_CASE("a column without holes stays as it is when it falls", "[gems]") {
    Board board = striped_board();
    fall(board);
    CHECK(board == striped_board());
}
