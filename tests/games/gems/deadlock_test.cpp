// referee/games/gems/README.md, "A move": deadlock and dry queues.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include <algorithm>

using namespace referee::gems;
using namespace tests;

namespace {

/// The stripes' rows above the board, as the queue of all columns: `count` of them.
std::vector<std::string> rows_above(int count) {
    std::vector<std::string> above;
    for (int i = 0; i < count; ++i) {
        above.push_back(as_text(striped_board(i + 1)).substr(0, columns)); // its top row, 10 + i
    }
    return above;
}

/// A duel on stripes without a spare swap: top_swap makes a red row, `calm` falls into its place,
/// and no legal swap is left. What then comes down in a deadlock is `above`, the lowest first.
Duel deadlock_duel(const std::vector<std::string>& above, const Parameters& parameters = {}) {
    const Board board = with_patch(striped_board(), 0, 8, {"RRB", "..R"});
    std::vector<std::string_view> queue{calm};
    queue.insert(queue.end(), above.begin(), above.end());
    return duel_on(board, queue, parameters);
}

/// The stripes above with bombs in the queue's row `number` (from 0), beside stones that a swap
/// can bring into line once that row and the next are seen.
std::vector<std::string> above_with_swap(int number) {
    std::vector<std::string> above = rows_above(number + 5);
    above[number].replace(4, 4, "11R1");
    return above;
}

} // namespace

TEST_CASE("on a board without a legal swap each of all 180 swaps is illegal", "[gems]") {
    const Board board = striped_board();
    int tried = 0;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            for (const Swap& swap : {Swap{x, y, x, y + 1}, Swap{x, y, x + 1, y}}) {
                if (swap.x2 < columns && swap.y2 < rows) {
                    ++tried;
                    Board copy = board;
                    exchange(copy, swap);
                    CHECK_FALSE(has_line(copy));
                    CHECK_FALSE(is_legal(board, swap));
                }
            }
        }
    }
    CHECK(tried == 180);
    CHECK_FALSE(has_legal_swap(board));
    CHECK(legal_swaps(board).count == 0);
}

TEST_CASE("while there is a legal swap no row is removed", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm, "5555555555"});
    CHECK(duel.play(top_swap).deadlock_rows == 0);
    CHECK(as_text(duel.state.board) == as_text(striped_board_with_spare_swap()));
}

TEST_CASE("without a legal swap the bottom row is removed and everything falls one row", "[gems]") {
    Duel duel = deadlock_duel(above_with_swap(0));
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 1);
    CHECK(as_text(duel.state.board) == as_text(with_patch(striped_board(1), 4, 9, {"11R1"})));
    CHECK(duel.state.taken == decltype(duel.state.taken){2, 2, 2, 1, 1, 1, 1, 1, 1, 1});
    CHECK(duel.state.end == End::none);
    CHECK(duel.state.mover == 1);
}

TEST_CASE("rows are removed again until there is a legal swap", "[gems]") {
    Duel duel = deadlock_duel(above_with_swap(3));
    CHECK(duel.play(top_swap).deadlock_rows == 4);
    CHECK(as_text(duel.state.board) == as_text(with_patch(striped_board(4), 4, 9, {"11R1"})));
}

TEST_CASE("a removed row brings no credit", "[gems]") {
    Duel duel = deadlock_duel(above_with_swap(3));
    const Outcome outcome = duel.play(top_swap);
    CHECK(as_text(duel.state.players[0]) == "30 15 3 0 0 0");
    CHECK(as_text(duel.state.players[1]) == "30 15 0 0 0 0");
    CHECK(outcome.stones == 3);
    CHECK(outcome.steps == 1);
}

TEST_CASE("lines that arise in a deadlock dissolve and are refilled", "[gems]") {
    std::vector<std::string> above = above_with_swap(0);
    above[0].replace(0, 3, "LLL");
    above[1].replace(0, 3, above_with_swap(0)[0].substr(0, 3));
    Duel duel = deadlock_duel(above);
    CHECK(duel.play(top_swap).deadlock_rows == 1);
    CHECK(as_text(duel.state.board) == as_text(with_patch(striped_board(1), 4, 9, {"11R1"})));
    CHECK(duel.state.taken == decltype(duel.state.taken){3, 3, 3, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("lines are removed in a deadlock until there is none", "[gems]") {
    std::vector<std::string> above = above_with_swap(0);
    above[0].replace(0, 3, "LLL");
    above[1].replace(0, 3, "345");
    above[2].replace(0, 3, "RRR");
    above[3].replace(0, 3, above_with_swap(0)[0].substr(0, 3));
    Duel duel = deadlock_duel(above);
    CHECK(duel.play(top_swap).deadlock_rows == 1);
    CHECK(as_text(duel.state.board) == as_text(with_patch(striped_board(1), 4, 9, {"11R1"})));
    CHECK(duel.state.taken == decltype(duel.state.taken){5, 5, 5, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("lines that dissolve in a deadlock bring neither credit nor damage", "[gems]") {
    std::vector<std::string> above = above_with_swap(0);
    above[0].replace(0, 3, "LLL");
    above[1].replace(0, 3, "345");
    above[2].replace(0, 3, above_with_swap(0)[0].substr(0, 3));
    Duel duel = deadlock_duel(above);
    duel.mover() = {30, 3, 32, 15, 15, 5};
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 1);
    CHECK(outcome.damage == 19); // of the one step before
    CHECK(as_text(duel.state.players[0]) == "30 3 20 0 0 5");
    CHECK(as_text(duel.state.players[1]) == "26 0 0 0 0 0");
}

TEST_CASE("purple pays for an extra turn also after a deadlock", "[gems]") {
    Duel duel = deadlock_duel(above_with_swap(0));
    duel.mover().purple = 15;
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 1);
    CHECK(outcome.extra_turn);
    CHECK(duel.state.mover == 0);
}

TEST_CASE("a dead player ends the game before a deadlock is looked for", "[gems]") {
    Duel duel = deadlock_duel(above_with_swap(0));
    duel.mover().red = 12;
    duel.other() = {10, 0, 0, 0, 0, 0};
    const Outcome outcome = duel.play(top_swap);
    CHECK(duel.state.end == End::life);
    CHECK(outcome.deadlock_rows == 0);
    CHECK(as_text(duel.state.board) == as_text(striped_board()));
}

TEST_CASE("a deadlock after the last move is resolved before the moves are used up", "[gems]") {
    Parameters parameters;
    parameters.max_moves = 1;
    Duel duel = deadlock_duel(above_with_swap(1), parameters);
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 2);
    CHECK(duel.state.end == End::moves);
}

TEST_CASE("a queue that runs dry in a deadlock ends the game on points", "[gems]") {
    Duel duel = deadlock_duel(rows_above(2));
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 3);
    CHECK(duel.state.end == End::dry);
    CHECK(as_text(duel.state.board).substr(0, columns) == "..........");
    CHECK(winner(duel.state) == 0); // three red stones more
}

TEST_CASE("a queue that runs dry for a line in a deadlock ends the game on points", "[gems]") {
    std::vector<std::string> above = rows_above(1);
    above[0].replace(0, 3, "LLL");
    Duel duel = deadlock_duel(above);
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.deadlock_rows == 1);
    CHECK(duel.state.end == End::dry);
    CHECK(as_text(duel.state.board).substr(0, columns) == "..." + above[0].substr(3));
    CHECK(as_text(duel.state.players[0]) == "30 15 3 0 0 0");
}

TEST_CASE("a stone that is needed and not there ends the game", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"LL"});
    duel.play(top_swap);
    CHECK(duel.state.end == End::dry);
}

TEST_CASE("the hole of a dry queue is a dot", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"LL"});
    duel.play(top_swap);
    CHECK(as_text(duel.state.board).substr(0, 4) == "LL.Y");
}

TEST_CASE("columns whose queues aren't dry are refilled all the same", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {".L5", ".55"});
    duel.play(top_swap);
    CHECK(as_text(duel.state.board).substr(0, 4) == ".L5Y");
}

TEST_CASE("a column that needs more than its queue has gets what is left", "[gems]") {
    const Board board = with_patch(striped_board_with_spare_swap(), 0, 7, {"1R", "R1", "1Y"});
    Duel duel = duel_on(board, {"G", "B"});
    duel.play({0, 8, 1, 8});
    CHECK(duel.state.end == End::dry);
    CHECK(duel.state.board.at(0, 7) == green);
    CHECK(duel.state.board.at(0, 8) == blue);
    CHECK(duel.state.board.at(0, 9) == hole);
}

TEST_CASE("taking the last stone of a queue is not the end", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.play(top_swap);
    CHECK(duel.state.end == End::none);
    CHECK(duel.state.taken[0] == duel.setup.queues[0].size());
}

TEST_CASE("the step in which a queue runs dry counts", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"555", "LL"});
    duel.mover().yellow = 15;
    const Outcome outcome = duel.play(top_swap);
    CHECK(duel.state.end == End::dry);
    CHECK(outcome.steps == 2);
    CHECK(outcome.stones == 6);
    CHECK(outcome.damage == 6 + 15);
    CHECK(as_text(duel.state.players[0]) == "30 15 3 0 0 0");
    CHECK(as_text(duel.state.players[1]) == "24 0 0 0 0 0");
}

TEST_CASE("the cascade stops when a queue runs dry, though there be a line", "[gems]") {
    // Column 0 gets nothing; purple falls in beside a purple pair that is put there beforehand.
    Duel duel = top_duel("RRB", 'R', {".LL"});
    duel.state.board = with_patch(duel.state.board, 3, 9, {"LL"});
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.steps == 1);
    CHECK(duel.state.end == End::dry);
    CHECK(as_text(duel.state.board).substr(0, 5) == ".LLLL");
    CHECK(duel.state.players[0].purple == 0);
}

TEST_CASE("a dry queue removes no deadlock rows", "[gems]") {
    Duel duel = deadlock_duel({});
    duel.setup.queues[1].clear();
    CHECK(duel.play(top_swap).deadlock_rows == 0);
    CHECK(duel.state.end == End::dry);
}

TEST_CASE("after a dry queue purple brings no extra turn", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"LL"});
    duel.mover().purple = 20;
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.players[0].purple == 20);
}

TEST_CASE("a player who dies in the step that runs dry has lost by that", "[gems]") {
    Duel duel = top_duel("22B", '1', {"LL"});
    duel.other() = {5, 0, 100, 100, 100, 100};
    duel.mover().life = 1;
    duel.play(top_swap);
    CHECK(duel.state.end == End::life);
    CHECK(winner(duel.state) == 0);
}
