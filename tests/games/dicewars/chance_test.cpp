// Games of dicewars with random dice instead of a field's.

#include "dicewars/lib/chance.hpp"
#include "dicewars/lib/odds.hpp"
#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

using namespace referee::dicewars;
using namespace referee::dicewars::sample;
using namespace tests;

TEST_CASE("dice by chance win as often as the rules' dice", "[dicewars]") {
    const Setup setup = line_of_areas("54", "12");
    Chance chance(1);
    int won = 0;
    constexpr int battles = 20'000;
    for (int i = 0; i < battles; ++i) {
        State state = start(setup);
        carry_out_by_chance(state, setup.board, setup.parameters, battle(0, 1), chance);
        won += state.owner[1] == 0 ? 1 : 0;
    }
    CHECK(won == Approx(battles * success(5, 4)).epsilon(0.02));
}

TEST_CASE("chance puts down as many dice as the rules do, and none on full areas", "[dicewars]") {
    const Setup setup = line_of_areas("8681", "1112");
    Chance chance(2);
    State state = start(setup);
    carry_out_by_chance(state, setup.board, setup.parameters, end_turn(), chance);
    CHECK(dice_of(state, 0) == 24);
    CHECK(state.dice[1] == 8);
    CHECK(state.reserve[0] == 1);
    CHECK(state.mover == 1);
}
