// referee/games/gems/README.md, "A move": the cascade, illegal swaps, and whose turn it is
// afterwards.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

using namespace referee::gems;
using namespace tests;

TEST_CASE(
    "all begin with life 30, shield 15 and empty accounts, and the first player is on", "[gems]") {
    const State state = start(duel_on(striped_board_with_spare_swap(), {}).setup);
    CHECK(as_text(state.players[0]) == "30 15 0 0 0 0");
    CHECK(as_text(state.players[1]) == "30 15 0 0 0 0");
    CHECK(state.mover == 0);
    CHECK(state.moves == 0);
    CHECK(state.end == End::none);
    CHECK(state.board == striped_board_with_spare_swap());
}

TEST_CASE("the field's life and shield are those of both players at the start", "[gems]") {
    Parameters parameters;
    parameters.life = 7;
    parameters.shield = 3;
    const State state = start(duel_on(striped_board_with_spare_swap(), {}, parameters).setup);
    CHECK(as_text(state.players[0]) == "7 3 0 0 0 0");
    CHECK(as_text(state.players[1]) == "7 3 0 0 0 0");
}

TEST_CASE("a legal swap changes the two stones, and the line makes room for new ones", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"L1G"});
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.legal);
    CHECK(outcome.steps == 1);
    CHECK(outcome.stones == 3);
    CHECK(
        as_text(duel.state.board) ==
        as_text(with_patch(striped_board_with_spare_swap(), 0, 8, {"L1G", "..B"})));
}

TEST_CASE("the other player is on after a legal swap", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.moves == 1);
}

TEST_CASE("stones above a line fall, and the queues fill the columns from below", "[gems]") {
    // The spare swap makes a row of purple at the bottom of columns 7 to 9. The bombs are there so
    // that another swap is left.
    const Board board = with_patch(striped_board_with_spare_swap(), 2, 5, {"11R1"});
    Duel duel = duel_on(board, {".......1R2", ".......555"});
    duel.play(spare_swap);
    Board expected = board;
    for (int x = 7; x < columns; ++x) {
        for (int y = 0; y + 1 < rows; ++y) {
            expected.set(x, y, board.at(x, y + 1));
        }
    }
    expected.set(7, 0, green); // what the swap put on (7, 1)
    CHECK(as_text(duel.state.board) == as_text(with_patch(expected, 7, 9, {"1R2"})));
}

TEST_CASE("a column that needs three stones gets the lowest of its queue first", "[gems]") {
    const Board board = with_patch(striped_board_with_spare_swap(), 0, 7, {"1R", "R1", "1Y"});
    Duel duel = duel_on(board, {"G", "B", "4", "5"});
    REQUIRE(duel.play({0, 8, 1, 8}).steps == 1);
    CHECK(duel.state.board.at(0, 7) == green);
    CHECK(duel.state.board.at(0, 8) == blue);
    CHECK(duel.state.board.at(0, 9) == bomb4);
    CHECK(duel.state.taken[0] == 3);
    CHECK(duel.state.taken[1] == 0);
}

TEST_CASE("each column has its own queue", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"BL3RYGBLR4", "555"});
    duel.play(top_swap);
    CHECK(duel.state.taken == decltype(duel.state.taken){1, 1, 1, 0, 0, 0, 0, 0, 0, 0});
    CHECK(duel.state.board.at(2, 9) == bomb3);
}

TEST_CASE("a step is repeated while there is a line", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"GGG", "LLL", "RRR", calm});
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.steps == 4);
    CHECK(outcome.stones == 12);
    CHECK(as_text(duel.state.players[0]) == "30 15 6 0 3 3");
}

TEST_CASE("everything in a cascade is credited to the mover", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"GGG", "LLL", calm});
    duel.state.mover = 1;
    duel.play(top_swap);
    CHECK(as_text(duel.state.players[1]) == "30 15 3 0 3 3");
    CHECK(as_text(duel.state.players[0]) == "30 15 0 0 0 0");
}

TEST_CASE("the mover's opponent takes the damage of the whole cascade", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"543", "111", calm});
    duel.state.mover = 1;
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.damage == 15);
    CHECK(as_text(duel.state.players[0]) == "30 0 0 0 0 0");
    CHECK(as_text(duel.state.players[1]) == "30 15 3 0 0 0");
}

TEST_CASE("an account pays again in each step of the cascade", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {"GGG", "LLL", calm});
    duel.mover().red = 50;
    const Outcome outcome = duel.play(top_swap);
    CHECK(duel.state.players[0].red == 50 + 3 - 3 * 15);
    CHECK(outcome.damage == 30);
}

TEST_CASE("an account pays at most once per step, also if it still holds 15 at the end", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover().red = 40;
    CHECK(duel.play(top_swap).damage == 10);
    CHECK(duel.state.players[0].red == 28);
}

TEST_CASE("the cascade runs to its end even if the opponent is already dead", "[gems]") {
    Duel duel = top_duel("22B", '1', {"555", "GGG", calm});
    duel.other() = {1, 0, 0, 0, 0, 0};
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.steps == 3);
    CHECK(outcome.damage == 5 + 15);
    CHECK(duel.state.players[0].green == 3);
    CHECK(
        as_text(duel.state.board) ==
        as_text(with_patch(striped_board_with_spare_swap(), 0, 8, {calm, "..B"})));
    CHECK(as_text(duel.state.players[1]) == "0 0 0 0 0 0");
}

TEST_CASE("an illegal swap leaves the board and the queues unchanged", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    const Board before = duel.state.board;
    const Outcome outcome = duel.play(illegal_swap);
    CHECK_FALSE(outcome.legal);
    CHECK(outcome.steps == 0);
    CHECK(duel.state.board == before);
    CHECK(duel.state.taken == decltype(duel.state.taken){});
}

TEST_CASE("an illegal swap costs the mover 5, from the shield first", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.play(illegal_swap);
    CHECK(as_text(duel.state.players[0]) == "30 10 0 0 0 0");
    CHECK(as_text(duel.state.players[1]) == "30 15 0 0 0 0");
}

TEST_CASE("what the shield doesn't hold off of the penalty goes to life", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover().shield = 2;
    duel.play(illegal_swap);
    CHECK(as_text(duel.state.players[0]) == "27 0 0 0 0 0");
}

TEST_CASE("an illegal swap credits nothing, and no account pays", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover() = {30, 15, 20, 20, 20, 3};
    duel.play(illegal_swap);
    CHECK(as_text(duel.state.players[0]) == "30 10 20 20 20 3");
    CHECK(as_text(duel.state.players[1]) == "30 15 0 0 0 0");
}

TEST_CASE("the turn passes after an illegal swap, and it counts as a move", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.play(illegal_swap);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.moves == 1);
    duel.play(illegal_swap);
    CHECK(duel.state.mover == 0);
    CHECK(duel.state.moves == 2);
}

TEST_CASE("the field sets the penalty for an illegal swap", "[gems]") {
    Parameters parameters;
    parameters.illegal_penalty = 20;
    Duel duel = top_duel("RRB", 'R', {calm}, parameters);
    duel.play(illegal_swap);
    CHECK(as_text(duel.state.players[0]) == "25 0 0 0 0 0");
    parameters.illegal_penalty = 0;
    duel = top_duel("RRB", 'R', {calm}, parameters);
    duel.play(illegal_swap);
    CHECK(as_text(duel.state.players[0]) == "30 15 0 0 0 0");
    CHECK(duel.state.mover == 1);
}

TEST_CASE("an illegal swap never brings an extra turn, even with 15 purple", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover().purple = 40;
    const Outcome outcome = duel.play(illegal_swap);
    CHECK_FALSE(outcome.extra_turn);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.players[0].purple == 40);
}

TEST_CASE("with 15 purple the mover pays 15 and moves again", "[gems]") {
    Duel duel = top_duel("LLB", 'L', {calm});
    duel.mover().purple = 12;
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.extra_turn);
    CHECK(duel.state.mover == 0);
    CHECK(duel.state.players[0].purple == 0);
    CHECK(duel.state.moves == 1);
}

TEST_CASE("14 purple bring no extra turn", "[gems]") {
    Duel duel = top_duel("LLB", 'L', {calm});
    duel.mover().purple = 11;
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.players[0].purple == 14);
}

TEST_CASE("purple pays once a move, not once a step", "[gems]") {
    Duel duel = top_duel("LLB", 'L', {"RRR", "GGG", calm});
    duel.mover().purple = 42;
    duel.play(top_swap);
    CHECK(duel.state.players[0].purple == 30);
}

TEST_CASE("a rest of 15 purple pays for another turn after the next move", "[gems]") {
    Duel duel = top_duel("RRG", 'R', {"GGR", "RRB", calm});
    duel.mover().purple = 30;
    CHECK(duel.play(top_swap).extra_turn); // the refill offers the same swap again
    CHECK(duel.state.players[0].purple == 15);
    CHECK(duel.play(top_swap).extra_turn);
    CHECK(duel.state.players[0].purple == 0);
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.mover == 1);
}

TEST_CASE("an illegal swap in an extra turn ends it, and the rest of purple is kept", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover().purple = 30;
    REQUIRE(duel.play(top_swap).extra_turn);
    CHECK_FALSE(duel.play(illegal_swap).extra_turn);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.players[0].purple == 15);
}

TEST_CASE("the opponent's purple brings the mover no turn", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.other().purple = 20;
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.mover == 1);
    CHECK(duel.state.players[1].purple == 20);
}

TEST_CASE("the field sets how much purple an extra turn costs", "[gems]") {
    Parameters parameters;
    parameters.purple_threshold = 3;
    Duel duel = top_duel("LLB", 'L', {calm}, parameters);
    duel.mover().purple = 1;
    CHECK(duel.play(top_swap).extra_turn);
    CHECK(duel.state.players[0].purple == 1);
}

TEST_CASE("red, yellow and green don't depend on what purple costs", "[gems]") {
    Parameters parameters;
    parameters.purple_threshold = 3;
    parameters.threshold = 5;
    Duel duel = top_duel("RRB", 'R', {calm}, parameters);
    duel.mover() = {30, 15, 1, 4, 4, 2};
    const Outcome outcome = duel.play(top_swap);
    CHECK(outcome.damage == 0);
    CHECK_FALSE(outcome.extra_turn);
}

TEST_CASE("a move in its stages is the same as a whole one", "[gems]") {
    Duel whole = top_duel("RRB", 'R', {"GGG", "543", calm});
    Duel staged = whole;
    whole.play(top_swap);
    Outcome outcome = begin_move(staged.state, staged.setup, top_swap);
    CHECK(staged.state.board.at(2, 9) == red); // the line lies there, to be looked at
    int steps = 0;
    while (cascade_step(staged.state, staged.setup, outcome)) {
        ++steps;
    }
    finish_move(staged.state, staged.setup, outcome);
    CHECK(steps == 3);
    CHECK(staged.state == whole.state);
}
