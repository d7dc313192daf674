// foresight-1, an agent of the project's own: ai-samples/dicewars/README.md.

#include "dicewars/lib/foresight_1/foresight_1.hpp"
#include "dicewars/lib/maxn/maxn.hpp"
#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

using namespace referee::dicewars;
using namespace referee::dicewars::sample;
using namespace tests;

namespace {

std::chrono::steady_clock::time_point later() {
    return std::chrono::steady_clock::now() + std::chrono::hours(1);
}

} // namespace

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

TEST_CASE("a seat's prospects are all if it has conquered, none if it is out", "[dicewars]") {
    const Setup setup = line_of_areas("81", "12");
    State state = start(setup);
    const double first = prospects(setup.board, state, 0);
    CHECK(first > 0.5);
    CHECK(first + prospects(setup.board, state, 1) == Approx(1));
    settle_battle(state, setup.board, setup.parameters, {0, 1, 2, 1});
    CHECK(prospects(setup.board, state, 0) == 1);
    CHECK(prospects(setup.board, state, 1) == 0);
}

TEST_CASE("foresight-1 takes the battle that wins the game", "[dicewars]") {
    const Setup setup = line_of_areas("8118", "1223");
    State state = start(setup);
    settle_battle(state, setup.board, setup.parameters, {0, 1, 2, 1});
    state.dice[3] = 1;
    settle_battle(state, setup.board, setup.parameters, {1, 2, 2, 1});
    // The last area of the last other seat has one die.
    const sample::Game game{setup.board, state, setup.parameters};
    Memory memory = 0;
    CHECK(choose_foresight_1(game, memory, {}, 1, later()) == battle(2, 3));
}

TEST_CASE(
    "foresight-1 gives the same answer for the same seed, and maxn's without time", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const State state = start(setup);
    const sample::Game game{setup.board, state, setup.parameters};
    const auto choose = [&](std::chrono::steady_clock::time_point deadline) {
        Memory memory = 0;
        return choose_foresight_1(game, memory, {}, 7, deadline);
    };
    CHECK(choose(later()) == choose(later()));
    const Command hurried = choose(std::chrono::steady_clock::now());
    Memory memory = 0;
    CHECK(hurried == choose_maxn(game, memory));
}
