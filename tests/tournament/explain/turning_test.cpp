// When lost games turned, and which number shows it.

#include "support/catch.hpp"
#include "tournament/explain/turning.hpp"

#include <memory>

using namespace referee;

namespace {

/// A game of 30 turns of two seats, in which the first has this lead in life.
GameCurves game_with(const Curve& lead) {
    GameCurves game;
    game.first_turn = 0;
    game.last_turn = 29;
    game.leads.resize(2);
    game.values.resize(2);
    for (const auto& [turn, number] : lead) {
        game.leads[0]["life"].emplace_back(turn, number);
        game.leads[1]["life"].emplace_back(turn, -number);
        game.leads[0]["noise"].emplace_back(turn, 1);
        game.leads[1]["noise"].emplace_back(turn, 1);
    }
    return game;
}

struct Samples {
    std::vector<std::unique_ptr<GameCurves>> games;
    std::vector<CurveSample> all;

    void add(const Curve& lead, bool is_won) {
        games.push_back(std::make_unique<GameCurves>(game_with(lead)));
        all.push_back({games.back().get(), 0, is_won, !is_won});
    }
};

/// Four games that the first seat won and four that it lost after 12 turns.
Samples eight_games() {
    Samples samples;
    for (int game = 0; game < 4; ++game) {
        samples.add({{0, 0}, {10, 2}, {20, 5.0 + game}, {30, 9}}, true);
        samples.add({{0, 0}, {10, 3}, {12, -2}, {20, -5.0 - game}, {30, -9}}, false);
    }
    return samples;
}

} // namespace

TEST_CASE("the number that tells won from lost games is found", "[explain]") {
    const Samples samples = eight_games();
    const auto yardstick = yardstick_of(samples.all, samples.all);
    REQUIRE(yardstick);
    CHECK(yardstick->name == "life");
    CHECK_FALSE(yardstick->is_value);
    CHECK(yardstick->sign == 1);
    CHECK(yardstick->border == 0);
    CHECK(yardstick->accuracy == 1);
    CHECK(yardstick->games == 8);
    CHECK(yardstick->text() == "its lead in life");
}

TEST_CASE("an AI's own value is preferred if it tells as much", "[explain]") {
    Samples samples = eight_games();
    for (std::size_t i = 0; i < samples.games.size(); ++i) {
        samples.games[i]->values[0]["danger"] = {{1, 0}, {20, samples.all[i].is_won ? -3 : 4}};
    }
    const auto yardstick = yardstick_of(samples.all, samples.all);
    REQUIRE(yardstick);
    CHECK(yardstick->text() == "its own value 'danger'");
    CHECK(yardstick->sign == -1); // much of it is bad
}

TEST_CASE("without enough games, or with numbers that tell nothing, there is none", "[explain]") {
    Samples few;
    few.add({{0, 0}, {20, 5}}, true);
    few.add({{0, 0}, {20, -5}}, false);
    CHECK_FALSE(yardstick_of(few.all, few.all));
    Samples alike;
    for (int game = 0; game < 10; ++game) {
        alike.add({{0, 0}, {20, 1}}, game % 2 == 0);
    }
    CHECK_FALSE(yardstick_of(alike.all, alike.all));
}

TEST_CASE("a lost game turned when the number stayed bad", "[explain]") {
    const Yardstick yardstick{"life", false, 1, 0, 1, 8};
    const auto turning_in = [&](const Curve& lead) {
        const GameCurves game = game_with(lead);
        return turning_of({&game, 0, false, true}, yardstick);
    };
    const auto turned = turning_in({{0, 0}, {10, 3}, {12, -2}, {20, -5}, {30, -9}});
    REQUIRE(turned);
    CHECK(turned->turn == 12);
    CHECK(turned->before == 3);
    CHECK(turned->after == -2);
    CHECK(turned->third == 1);
    // It recovered once: the second fall counts.
    CHECK(turning_in({{0, 0}, {5, -1}, {9, 2}, {25, -2}, {30, -9}})->turn == 25);
    // Bad from the start: where it fell most.
    CHECK(turning_in({{0, -1}, {5, -2}, {9, -8}, {25, -9}})->turn == 9);
    // Good to the end: at its end.
    CHECK(turning_in({{-1, 1}, {5, 2}, {28, 3}})->turn == 29);
    CHECK(turning_in({{-1, 1}, {5, 2}, {28, 3}})->third == 2);
    CHECK(turning_in({{-1, 1}, {5, 2}, {28, 3}})->is_sudden);
    CHECK_FALSE(turning_in({}));
}

TEST_CASE("a value is printed before the move, so an earlier move was bad", "[explain]") {
    GameCurves game = game_with({});
    game.values[0]["hope"] = {{0, 1}, {10, 3}, {12, -2}, {20, -5}};
    const Yardstick yardstick{"hope", true, 1, 0, 1, 8};
    const auto turned = turning_of({&game, 0, false, true}, yardstick);
    REQUIRE(turned);
    CHECK(turned->turn == 10);
    CHECK(turned->before == 3);
    CHECK(turned->after == -2);
}

TEST_CASE("records that are gone or damaged have no curves", "[explain]") {
    RecordedCurves records("/nowhere", 5);
    CHECK(records.of("") == nullptr);
    CHECK(records.of("game-000001.jsonl") == nullptr);
    RecordedCurves none("/nowhere", 0);
    CHECK_FALSE(none.has_more());
}
