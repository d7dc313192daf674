// All games of the reference engine, turn for turn; tests/golden/battlesnake.md.

#include "golden/battlesnake_trace.hpp"
#include "support/catch.hpp"
#include "support/games/golden.hpp"

TEST_CASE(
    "every turn of every recorded game of battlesnake is reproduced exactly", "[battlesnake]") {
    int games = 0;
    int skipped = 0;
    int turns = 0;
    tests::for_each_golden("battlesnake.jsonl.gz", [&](const nlohmann::json& game, int) {
        const tests::TraceResult result = tests::replay_battlesnake_trace(game);
        ++games;
        skipped += result.is_skipped ? 1 : 0;
        turns += result.turns;
        CHECK(result.difference == "");
    });
    CHECK(games == 347);
    CHECK(skipped == 2); // two food on one cell
    CHECK(turns == 6583);
}

TEST_CASE("every turn of every recorded game of the modes is reproduced", "[battlesnake]") {
    int games = 0;
    int turns = 0;
    tests::for_each_golden("battlesnake_modes.jsonl.gz", [&](const nlohmann::json& game, int) {
        const tests::TraceResult result = tests::replay_battlesnake_trace(game);
        ++games;
        turns += result.turns;
        CHECK(result.difference == "");
    });
    CHECK(games == 298);
    CHECK(turns == 12497);
}
