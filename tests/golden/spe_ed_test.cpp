// Every round of every recorded game: players, speed and place of eliminated players, every cell,
// the end. What is recorded, and which wrong rules it finds: spe_ed.md beside this file.

#include "support/catch.hpp"
#include "support/games/golden.hpp"
#include "support/games/spe_ed_trace.hpp"

using namespace referee;
using nlohmann::json;

TEST_CASE("the rules of spe_ed explain every round of every recorded game", "[spe_ed][golden]") {
    std::size_t rounds = 0;
    int games = 0;
    tests::for_each_golden("spe_ed.jsonl.gz", [&](const json& game, int number) {
        INFO("game " << number);
        CHECK(tests::first_difference(game) == "");
        rounds += game["rounds"].size();
        games = number;
    });
    CHECK(games == 240);
    CHECK(rounds == 13069);
}

TEST_CASE("a round of spe_ed that is taken back leaves no trace", "[spe_ed][golden]") {
    tests::for_each_golden("spe_ed.jsonl.gz", [&](const json& game, int number) {
        INFO("game " << number);
        spe_ed::State state = tests::spe_ed_start(game);
        for (const json& round : game["rounds"]) {
            const spe_ed::Actions actions = tests::spe_ed_actions(round);
            const spe_ed::State before = state;
            spe_ed::State after = state;
            spe_ed::play_round(after, actions);
            spe_ed::Changes changes;
            spe_ed::play_round(state, actions, changes);
            REQUIRE(state == after);
            spe_ed::undo(state, changes);
            REQUIRE(state == before);
            state = after;
        }
    });
}
