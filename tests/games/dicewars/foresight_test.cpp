// foresight, an agent of the project's own, and the value it has learnt:
// ai-samples/dicewars/README.md.

#include "dicewars/lib/chance.hpp"
#include "dicewars/lib/foresight/foresight.hpp"
#include "dicewars/lib/maxn/maxn.hpp"
#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

#include <algorithm>

using namespace referee::dicewars;
using namespace referee::dicewars::sample;
using namespace tests;

namespace {

Command chosen(const Setup& setup, const State& state, const ForesightOptions& options = {}) {
    Memory memory = 0;
    return choose_foresight({setup.board, state, setup.parameters}, memory, learnt_net(), options);
}

/// The own chance to win with the best command, all outcomes of so many commands tried.
double best_by_brute_force(const Setup& setup, const State& state, int depth) {
    if (state.end != End::none) {
        return state.winner == state.mover ? 1 : 0;
    }
    double best = 0;
    for (const Valued& valued :
         valued_commands({setup.board, state, setup.parameters}, learnt_net())) {
        const Command& command = valued.command;
        if (depth == 1 || command.kind == Command::Kind::end) {
            best = std::max(best, valued.value);
            continue;
        }
        State after = state;
        if (command.kind == Command::Kind::transfer) {
            move_dice(after, setup.parameters, command.from, command.to);
            best = std::max(best, best_by_brute_force(setup, after, depth - 1));
            continue;
        }
        const double won = success(state.dice[command.from], state.dice[command.to]);
        settle_battle(after, setup.board, setup.parameters, {command.from, command.to, 1, 0});
        double value = won * best_by_brute_force(setup, after, depth - 1);
        after = state;
        settle_battle(after, setup.board, setup.parameters, {command.from, command.to, 0, 1});
        value += (1 - won) * best_by_brute_force(setup, after, depth - 1);
        best = std::max(best, value);
    }
    return best;
}

} // namespace

TEST_CASE("chances to win are all if a seat has conquered, none if it is out", "[dicewars]") {
    const Setup setup = line_of_areas("81", "12");
    State state = start(setup);
    const Chances before =
        chances_to_win(learnt_net(), setup.board, state, setup.parameters, Moment::begin);
    CHECK(before[0] > 0.5);
    CHECK(before[0] + before[1] <= 1);
    settle_battle(state, setup.board, setup.parameters, {0, 1, 2, 1});
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
            const Features& own = features[seat];
            const Features& own_turned = turned_features[(seat + 1) % 3];
            CHECK(own.numbers == own_turned.numbers);
            CHECK(std::ranges::equal(own.used(), own_turned.used()));
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

TEST_CASE("each own area and each enemy area next to one is of one kind", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const State state = start(setup);
    std::array<Features, max_players> features{};
    fill_features(setup.board, state, setup.parameters, Moment::begin, features);
    // Areas 1, 2 and 7; of the enemies' 3 and 6.
    CHECK(features[0].used().size() == 5);
    CHECK(features[1].used().size() == 4);
    for (const int seat : {0, 1, 2}) {
        for (const std::uint16_t kind : features[seat].used()) {
            CHECK(kind < kind_count);
        }
    }
}

TEST_CASE("a search finds what looking at every order of commands finds", "[dicewars]") {
    const Setup setup = line_of_areas("3352431", "1122331");
    const State state = start(setup);
    const sample::Game game{setup.board, state, setup.parameters};
    for (int depth = 1; depth <= 4; ++depth) {
        const auto commands = searched_commands(
            game, learnt_net(),
            {.depth = depth,
             .width = 30,
             .rank_cost = 0,
             .chance_cost = 0,
             .kept = 30,
             .positions = 1'000'000});
        CHECK(commands.front().value == Approx(best_by_brute_force(setup, state, depth)));
    }
}

TEST_CASE("positions of a turn have the same key exactly if they are equal", "[dicewars]") {
    const Setup setup = line_of_areas("33524313", "11223311");
    State one = start(setup);
    State other = start(setup);
    const auto key = [&](const State& state) { return key_of(state, setup.board); };
    settle_battle(one, setup.board, setup.parameters, {1, 2, 1, 0});
    CHECK(key(one) != key(other));
    settle_battle(one, setup.board, setup.parameters, {6, 5, 0, 1});
    settle_battle(other, setup.board, setup.parameters, {6, 5, 0, 1});
    CHECK(key(one) != key(other));
    settle_battle(other, setup.board, setup.parameters, {1, 2, 1, 0});
    CHECK(key(one) == key(other));
    move_dice(other, setup.parameters, 0, 1);
    CHECK(key(one) != key(other));
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
