// All games of the second implementation of the rules, tick for tick; tests/golden/cops.md.

#include "golden/cops_trace.hpp"
#include "support/catch.hpp"
#include "support/games/golden.hpp"

TEST_CASE(
    "every tick of every game of cops' second implementation is reproduced exactly", "[cops]") {
    std::map<std::string, int> ends;
    std::size_t ticks = 0;
    tests::for_each_golden("cops.jsonl.gz", [&](const nlohmann::json& game, int number) {
        CAPTURE(number);
        CHECK(tests::first_difference_of_cops(game) == "");
        ++ends[game.at("end")];
        ticks += game.at("ticks_played").size();
    });
    CHECK(ends["captured"] == 326);
    CHECK(ends["escaped"] == 125);
    CHECK(ends["survived"] == 140);
    CHECK(ticks == 5763);
}
