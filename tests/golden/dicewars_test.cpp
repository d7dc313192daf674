// Whole games of the course's environment, every number of theirs fed into our rules: all states
// must be equal. What the traces hold: dicewars.md beside this file.

#include "golden/dicewars_replay.hpp"
#include "support/catch.hpp"
#include "support/games/golden.hpp"

TEST_CASE("the games of the course's environment come out command for command", "[dicewars]") {
    int played = 0;
    int skipped = 0;
    tests::for_each_golden("dicewars.jsonl.gz", [&](const nlohmann::json& trace, int number) {
        INFO("game " << trace["id"] << ", line " << number);
        if (!tests::foreign_constant(trace).empty()) {
            ++skipped;
            return;
        }
        ++played;
        CHECK(tests::difference_in_trace(trace) == "");
    });
    CHECK(played == 118);
    CHECK(skipped == 7);
}
