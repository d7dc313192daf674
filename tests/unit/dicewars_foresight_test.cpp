// foresight, an agent of the project's own, and the value it has learnt:
// ai-samples/dicewars/README.md.

#include "dicewars/lib/chance.hpp"
#include "dicewars/lib/foresight.hpp"
#include "dicewars/lib/maxn.hpp"
#include "support/catch.hpp"
#include "support/dicewars_boards.hpp"

using namespace referee::dicewars;
using namespace referee::dicewars::sample;
using namespace tests;

namespace {

Command chosen(const Setup& setup, const State& state, const ForesightOptions& options = {}) {
    Memory memory = 0;
    return choose_foresight({setup.board, state, setup.parameters}, memory, learnt_net(), options);
}

} // namespace

TEST_CASE("chances to win are all if a seat has conquered, none if it is out", "[dicewars]") {
    const Setup setup = line_of_areas("81", "12");
    State state = start(setup);
    const Chances before =
        chances_to_win(learnt_net(), setup.board, state, setup.parameters, Moment::begin);
    CHECK(before[0] > 0.5);
    CHECK(before[0] + before[1] <= 1);
    settle_battle(state, setup.board, setup.parameters, 0, 1, 2, 1);
    const Chances after =
        chances_to_win(learnt_net(), setup.board, state, setup.parameters, Moment::begin);
    CHECK(after[0] == 1);
    CHECK(after[1] == 0);
}

TEST_CASE("a seat's features don't depend on its number", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const Setup turned = line_of_areas("3352431", "2233112");
    const State state = start(setup);
    State turned_state = start(turned);
    turned_state.mover = 1;
    for (const Moment moment : {Moment::begin, Moment::during, Moment::deployed}) {
        std::array<Features, max_players> features{};
        std::array<Features, max_players> turned_features{};
        fill_features(setup.board, state, setup.parameters, moment, features);
        fill_features(turned.board, turned_state, turned.parameters, moment, turned_features);
        for (int seat = 0; seat < 3; ++seat) {
            CHECK(features[seat] == turned_features[(seat + 1) % 3]);
        }
    }
}

TEST_CASE("all commands that foresight thinks of are legal", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    State state = start(setup);
    Chance chance(1);
    for (int i = 0; i < 200 && state.end == End::none; ++i) {
        const sample::Game game{setup.board, state, setup.parameters};
        for (const Valued& valued : valued_commands(game, learnt_net())) {
            CHECK(refusal_of(state, setup.board, valued.command) == Refusal::none);
            CHECK(valued.value >= 0);
            CHECK(valued.value <= 1);
        }
        const Command command = chosen(setup, state, {.depth = 2});
        carry_out_by_chance(state, setup.board, setup.parameters, command, chance);
    }
}

TEST_CASE("a deeper search never thinks less of the best command", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const State state = start(setup);
    const sample::Game game{setup.board, state, setup.parameters};
    double best = 0;
    for (int depth = 1; depth <= 4; ++depth) {
        const auto commands = searched_commands(
            game, learnt_net(), {.depth = depth, .width = 30, .positions = 1'000'000});
        CHECK(commands.front().value >= best);
        best = commands.front().value;
    }
}

TEST_CASE("foresight takes the battle that wins the game", "[dicewars]") {
    const Setup setup = line_of_areas("88881", "11112");
    CHECK(chosen(setup, start(setup)) == battle(3, 4));
}

TEST_CASE(
    "foresight gives the same answer again, and looks one command ahead without time",
    "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const State state = start(setup);
    const sample::Game game{setup.board, state, setup.parameters};
    CHECK(chosen(setup, state) == chosen(setup, state));
    const ForesightOptions hurried{.deadline = std::chrono::steady_clock::now()};
    CHECK(chosen(setup, state, hurried) == valued_commands(game, learnt_net()).front().command);
}
