// referee/games/gems/README.md, "Fields": what `create` makes.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
#include <map>

using namespace referee;
using namespace tests;

namespace {

using Settings = std::map<std::string, std::string>;

std::string created(std::uint64_t seed, const Settings& settings = {}) {
    Rng rng(seed);
    return game_named("gems").create_field({2, settings}, rng);
}

std::string error_of(const Settings& settings) {
    return user_error_of([&] { created(1, settings); });
}

} // namespace

TEST_CASE("one seed gives the same field of gems everywhere and forever", "[gems]") {
    // Computed independently, from the text of the rules.
    CHECK(sha256(created(1)) == "685a007f4e27c8ea92310c153d897bdbeb4dab67c41f449da439cc211fe02c4c");
    CHECK(
        sha256(created(2009)) ==
        "1f1c69a1c478f918cefd9aa0218b5f1ce52729f8cde3532866aa48a18b7c4ea0");
    CHECK(
        created(7, {{"rows", "10"}}) == "L Y Y L R 1 Y G Y G\n"
                                        "4 R G L L G R Y 5 B\n"
                                        "B Y B R B B 4 B B 3\n"
                                        "Y R B R Y R L B Y Y\n"
                                        "G R L L G 5 Y G L R\n"
                                        "B G B Y L R L Y L Y\n"
                                        "L G L R B L Y R B R\n"
                                        "L L 4 Y B 1 G R L 2\n"
                                        "G L Y R 5 G G L Y B\n"
                                        "5 R Y G 1 4 L L G 2\n");
}

TEST_CASE("another seed gives another field", "[gems]") {
    CHECK(created(1) != created(2));
}

TEST_CASE("a created field has 1000 rows, or as many as were asked for", "[gems]") {
    const auto rows_of = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    CHECK(rows_of(created(1)) == 1000);
    CHECK(rows_of(created(1, {{"rows", "10"}})) == 10);
    CHECK(rows_of(created(1, {{"rows", "37"}})) == 37);
}

TEST_CASE("created fields can be read: no line on the board, and a legal swap", "[gems]") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const gems::Setup setup = gems_setup(created(seed, {{"rows", "12"}}));
        CHECK_FALSE(gems::has_line(setup.board));
        CHECK(gems::has_legal_swap(setup.board));
        CHECK(setup.queues[9].size() == 2);
    }
}

TEST_CASE("each colour is drawn with 0.18 and each bomb with 0.02", "[gems]") {
    std::map<char, double> counts;
    constexpr int fields = 10;
    for (std::uint64_t seed = 100; seed < 100 + fields; ++seed) {
        const std::string text = created(seed);
        for (const char sign : text.substr(0, 990 * 20)) { // without the board, which is chosen
            counts[sign] += 1.0 / (fields * 990 * 10);
        }
    }
    // Five standard deviations of 99000 draws.
    for (const char colour : std::string("RYGBL")) {
        CAPTURE(colour);
        CHECK(counts[colour] > 0.18 - 0.0062);
        CHECK(counts[colour] < 0.18 + 0.0062);
    }
    for (const char bomb : std::string("12345")) {
        CAPTURE(bomb);
        CHECK(counts[bomb] > 0.02 - 0.0023);
        CHECK(counts[bomb] < 0.02 + 0.0023);
    }
}

TEST_CASE("a created field without settings has the contest's format", "[gems]") {
    CHECK(created(1).find_first_not_of("RYGBL12345 \n") == std::string::npos);
}

TEST_CASE("settings that are the contest's values leave the contest's format", "[gems]") {
    CHECK(created(1, {{"life", "30"}, {"max_moves", "500"}}) == created(1));
}

TEST_CASE("another setting writes a header with all keys before the same stones", "[gems]") {
    const std::string header = "game gems\nlife 30\nshield 15\nthreshold 15\npurple_threshold 15\n"
                               "illegal_penalty 5\nmax_moves 200\n[stones]\n";
    CHECK(created(1, {{"max_moves", "200"}}) == header + created(1));
}

TEST_CASE("each parameter of gems can be set", "[gems]") {
    const gems::Setup setup = gems_setup(created(
        1, {{"life", "1"},
            {"shield", "2"},
            {"threshold", "3"},
            {"purple_threshold", "4"},
            {"illegal_penalty", "5"},
            {"max_moves", "6"},
            {"rows", "20"}}));
    CHECK(setup.parameters.life == 1);
    CHECK(setup.parameters.shield == 2);
    CHECK(setup.parameters.threshold == 3);
    CHECK(setup.parameters.purple_threshold == 4);
    CHECK(setup.parameters.illegal_penalty == 5);
    CHECK(setup.parameters.max_moves == 6);
    CHECK(setup.queues[0].size() == 10);
}

TEST_CASE("a setting that gems doesn't have is an error", "[gems]") {
    CHECK(
        error_of({{"lives", "3"}}) ==
        "--set lives: gems has no such parameter; 'referee games gems' lists them");
}

TEST_CASE("a setting out of range is an error", "[gems]") {
    CHECK(
        error_of({{"rows", "9"}}) ==
        "--set rows=9: not an integer in range; give rows from 10 to 100000");
    CHECK_THAT(error_of({{"rows", "100001"}}), StartsWith("--set rows=100001: not an integer"));
    CHECK_THAT(error_of({{"rows", ""}}), StartsWith("--set rows=: not an integer"));
    CHECK_THAT(error_of({{"life", "0"}}), StartsWith("--set life=0: not an integer in range"));
    CHECK_THAT(error_of({{"shield", "x"}}), StartsWith("--set shield=x: not an integer in range"));
}
