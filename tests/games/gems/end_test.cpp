// referee/games/gems/README.md, "End": who has won, and when the game is over.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

using namespace referee::gems;
using namespace tests;

namespace {

/// Who wins on points with these players, whatever the order of the seats and whether a queue ran
/// dry or the moves ran out: 0 the first of the two, 1 the second, -1 nobody.
int winner_on_points(const Player& first, const Player& second) {
    State state;
    state.end = End::moves;
    state.players = {first, second};
    const int found = winner(state);
    state.end = End::dry;
    CHECK(winner(state) == found);
    state.players = {second, first};
    CHECK(winner(state) == (found < 0 ? -1 : 1 - found));
    return found;
}

} // namespace

TEST_CASE("a player with life 0 has lost", "[gems]") {
    Duel duel = top_duel("22B", '1', {calm});
    duel.other() = {5, 0, 0, 0, 0, 0};
    duel.play(top_swap);
    CHECK(duel.state.end == End::life);
    CHECK(winner(duel.state) == 0);
}

TEST_CASE("a player with life 1 plays on", "[gems]") {
    Duel duel = top_duel("22B", '1', {calm});
    duel.other() = {6, 0, 0, 0, 0, 0};
    duel.play(top_swap);
    CHECK(duel.state.end == End::none);
}

TEST_CASE("a dead player has lost although it leads in everything else", "[gems]") {
    Duel duel = top_duel("22B", '1', {"BBB", calm});
    duel.other() = {5, 0, 500, 500, 500, 500};
    duel.mover() = {1, 0, 0, 0, 0, 0};
    duel.play(top_swap);
    CHECK(winner(duel.state) == 0);
}

TEST_CASE("life 0 has lost also with a shield left", "[gems]") {
    // No move of these rules ends like that: damage takes the shield first.
    State state;
    state.end = End::life;
    state.players = {Player{0, 5, 9, 9, 9, 9}, Player{1, 0, 0, 0, 0, 0}};
    CHECK(winner(state) == 1);
}

TEST_CASE("the second player can win by life as well", "[gems]") {
    Duel duel = top_duel("22B", '1', {calm});
    duel.state.mover = 1;
    duel.other() = {5, 0, 0, 0, 0, 0};
    duel.play(top_swap);
    CHECK(duel.state.end == End::life);
    CHECK(winner(duel.state) == 1);
}

TEST_CASE("a player killed by a penalty has lost", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover() = {3, 2, 100, 100, 100, 100};
    duel.other() = {1, 0, 0, 0, 0, 0};
    duel.play(illegal_swap);
    CHECK(duel.state.end == End::life);
    CHECK(as_text(duel.state.players[0]) == "0 0 100 100 100 100");
    CHECK(winner(duel.state) == 1);
}

TEST_CASE("a player who survives a penalty plays on", "[gems]") {
    Duel duel = top_duel("RRB", 'R', {calm});
    duel.mover() = {4, 2, 0, 0, 0, 0};
    duel.play(illegal_swap);
    CHECK(duel.state.end == End::none);
    CHECK(duel.state.players[0].life == 1);
}

TEST_CASE("purple is not paid when the game is over", "[gems]") {
    Duel duel = top_duel("22B", '1', {calm});
    duel.mover().purple = 15;
    duel.other() = {5, 0, 0, 0, 0, 0};
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.players[0].purple == 15);
}

TEST_CASE("the game ends after 500 moves, illegal ones and both players' counted", "[gems]") {
    Parameters parameters;
    parameters.illegal_penalty = 0;
    REQUIRE(parameters.max_moves == 500);
    Duel duel = top_duel("RRB", 'R', {calm}, parameters);
    duel.play(top_swap);
    for (int i = 1; i < 499; ++i) {
        duel.play(illegal_swap);
    }
    CHECK(duel.state.end == End::none);
    CHECK(duel.state.moves == 499);
    duel.play(illegal_swap);
    CHECK(duel.state.end == End::moves);
    CHECK(duel.state.moves == 500);
}

TEST_CASE("the field sets how many moves there are", "[gems]") {
    Parameters parameters;
    parameters.max_moves = 2;
    Duel duel = top_duel("RRG", 'R', {"GGR", calm}, parameters);
    duel.play(top_swap);
    CHECK(duel.state.end == End::none);
    duel.play(top_swap);
    CHECK(duel.state.end == End::moves);
}

TEST_CASE("a move of an extra turn counts like any other", "[gems]") {
    Parameters parameters;
    parameters.max_moves = 2;
    Duel duel = top_duel("RRG", 'R', {"GGR", calm}, parameters);
    duel.mover().purple = 30;
    REQUIRE(duel.play(top_swap).extra_turn);
    CHECK_FALSE(duel.play(top_swap).extra_turn);
    CHECK(duel.state.end == End::moves);
    CHECK(duel.state.players[0].purple == 15);
}

TEST_CASE("a player who dies in the last move has lost by that and not on points", "[gems]") {
    Parameters parameters;
    parameters.max_moves = 1;
    Duel duel = top_duel("22B", '1', {calm}, parameters);
    duel.other() = {5, 0, 100, 0, 0, 0};
    duel.play(top_swap);
    CHECK(duel.state.end == End::life);
}

TEST_CASE("on points the greater life and shield together win", "[gems]") {
    CHECK(winner_on_points({10, 6, 0, 0, 0, 0}, {15, 0, 9, 9, 9, 9}) == 0);
}

TEST_CASE("with life and shield together equal the greater life wins", "[gems]") {
    CHECK(winner_on_points({11, 5, 0, 0, 0, 0}, {10, 6, 9, 9, 9, 9}) == 0);
}

TEST_CASE("with life and shield equal the greater sum of red, yellow and green wins", "[gems]") {
    CHECK(winner_on_points({10, 5, 1, 2, 6, 0}, {10, 5, 3, 4, 1, 9}) == 0);
    CHECK(winner_on_points({10, 5, 0, 1, 0, 0}, {10, 5, 0, 0, 0, 9}) == 0);
}

TEST_CASE("with that sum equal the greater red wins", "[gems]") {
    CHECK(winner_on_points({10, 5, 5, 1, 2, 0}, {10, 5, 4, 2, 2, 9}) == 0);
}

TEST_CASE("with red equal too the greater yellow wins", "[gems]") {
    // With the sum, red and yellow equal, green is equal as well: that link never decides.
    CHECK(winner_on_points({10, 5, 4, 3, 1, 0}, {10, 5, 4, 2, 2, 9}) == 0);
}

TEST_CASE("with all of these equal the greater purple wins", "[gems]") {
    CHECK(winner_on_points({10, 5, 4, 3, 1, 9}, {10, 5, 4, 3, 1, 8}) == 0);
}

TEST_CASE("players equal in everything draw", "[gems]") {
    CHECK(winner_on_points({10, 5, 4, 3, 1, 9}, {10, 5, 4, 3, 1, 9}) == -1);
}

TEST_CASE("a game in which nobody does anything is a draw", "[gems]") {
    Parameters parameters;
    parameters.max_moves = 4;
    Duel duel = top_duel("RRB", 'R', {calm}, parameters);
    for (int i = 0; i < 4; ++i) {
        duel.play(illegal_swap);
    }
    CHECK(duel.state.end == End::moves);
    CHECK(winner(duel.state) == -1);
}

TEST_CASE("a player who forfeits has lost, even when leading", "[gems]") {
    for (const int loser : {0, 1}) {
        Duel duel = top_duel("RRB", 'R', {calm});
        duel.state.players[loser] = {30, 15, 9, 9, 9, 9};
        duel.state.players[1 - loser] = {1, 0, 0, 0, 0, 0};
        forfeit(duel.state, loser);
        CHECK(duel.state.end == End::forfeit);
        CHECK(winner(duel.state) == 1 - loser);
    }
}
