// referee/games/cops/README.md, "Fields": reading.

#include "support/catch.hpp"
#include "support/user_error.hpp"

#include "game/registry.hpp"
#include "games/cops/field.hpp"

#include <fmt/format.h>

using namespace referee;

namespace {

/// A small field; each part can be exchanged.
struct FieldParts {
    std::string keys = "size 8\nticks 2\n";
    std::string thief = "2 2\n";
    std::string cops = "8 8\n7 8\n";
    std::string gates = "3 cw\n35 ccw\n";
    std::string walls = "3 4 horizontal E\n8 4 vertical S\n";
    std::string ticks = "0m 3- 0m 1-\n1m 2m 0- 1m\n";

    std::string text() const {
        return "game cops\n" + keys + "[thief]\n" + thief + "[cops]\n" + cops + "[gates]\n" +
               gates + "[walls]\n" + walls + "[ticks]\n" + ticks;
    }
};

cops::Setup field_setup_of(const std::string& text) {
    FieldText field("chase.dat", text);
    return cops::read_setup(field);
}

std::string error_of(const std::string& text) {
    return tests::user_error_of([&] { load_field("chase.dat", text); });
}

/// The error of the small field with one part exchanged.
std::string error_with(std::string FieldParts::*part, const std::string& text) {
    FieldParts parts;
    parts.*part = text;
    return error_of(parts.text());
}

} // namespace

TEST_CASE("a field of cops holds parameters, start and the words of all ticks", "[cops]") {
    const cops::Setup setup = field_setup_of(FieldParts().text());
    const cops::State& start = setup.start;
    CHECK(setup.parameters.size == 8);
    CHECK(setup.parameters.ticks == 2);
    CHECK(setup.parameters.plan_length == 5);
    CHECK(start.thief == cops::Cell{2, 2});
    REQUIRE(start.cop_count == 2);
    CHECK(start.cops[1] == cops::Cell{7, 8});
    REQUIRE(start.gate_count == 2);
    CHECK(start.gates[0] == cops::Gate{3, true});
    CHECK(start.gates[1] == cops::Gate{35, false});
    REQUIRE(start.wall_count == 2);
    CHECK(start.walls[0] == cops::Wall{{3, 4}, false, cops::Step::east});
    CHECK(start.walls[1] == cops::Wall{{8, 4}, true, cops::Step::south});
    REQUIRE(setup.words.known() == 8);
    CHECK(setup.words_of(0)[1] == cops::Word{3, false});
    CHECK(setup.words_of(1)[0] == cops::Word{1, true});
    CHECK(setup.words_of(1)[3] == cops::Word{1, true});
}

TEST_CASE("keys that a field of cops doesn't name have the lecture's values", "[cops]") {
    FieldParts parts;
    parts.keys = "ticks 1\n";
    const cops::Parameters values = field_setup_of(parts.text()).parameters;
    CHECK(values.size == 20);
    CHECK(values.wall_length == 4);
    CHECK(values.gate_width == 2);
    CHECK(values.wall_turn == 0.05);
}

TEST_CASE("positions off the board are errors with file and line", "[cops]") {
    CHECK(
        error_with(&FieldParts::thief, "0 2\n") ==
        "chase.dat:5: x is '0', not an integer in range; give one from 1 to 8");
    CHECK_THAT(error_with(&FieldParts::thief, "2 9\n"), StartsWith("chase.dat:5: y is '9'"));
    CHECK_THAT(error_with(&FieldParts::cops, "8 8\n9 1\n"), StartsWith("chase.dat:8: x is '9'"));
    CHECK_THAT(
        error_with(&FieldParts::walls, "6 4 horizontal E\n"), StartsWith("chase.dat:13: x is '6'"));
    CHECK_THAT(
        error_with(&FieldParts::walls, "4 6 vertical E\n"), StartsWith("chase.dat:13: y is '6'"));
    CHECK_THAT(
        error_with(&FieldParts::gates, "36 cw\n"),
        StartsWith("chase.dat:10: the ring index is '36'"));
}

TEST_CASE("a wall may touch the border, a gate may begin anywhere on the ring", "[cops]") {
    FieldParts parts;
    parts.walls = "5 3 horizontal E\n8 4 vertical S\n";
    parts.gates = "0 cw\n35 cw\n";
    CHECK(error_of(parts.text()) == "no error");
}

TEST_CASE("players in walls are errors", "[cops]") {
    CHECK(
        error_with(&FieldParts::thief, "6 4\n") ==
        "chase.dat:5: 6 4 is in a wall; move the player or the wall");
    CHECK_THAT(error_with(&FieldParts::cops, "8 7\n"), StartsWith("chase.dat:7: 8 7 is in a wall"));
    CHECK(error_with(&FieldParts::thief, "7 4\n") == "no error");
}

TEST_CASE("two players on one cell are an error", "[cops]") {
    CHECK(
        error_with(&FieldParts::cops, "8 8\n2 2\n") ==
        "chase.dat:8: two players are on 2 2; move one");
    CHECK_THAT(
        error_with(&FieldParts::cops, "8 8\n7 7\n8 8\n"),
        StartsWith("chase.dat:9: two players are on 8 8"));
}

TEST_CASE("a thief within capture distance is an error", "[cops]") {
    FieldParts parts;
    parts.cops = "2 4\n";
    CHECK(error_of(parts.text()) == "no error");
    parts.keys += "capture_radius 2\n";
    CHECK(
        error_of(parts.text()) ==
        "chase.dat:8: the thief is within capture_radius of this cop; move one of them, or lower "
        "capture_radius");
    parts.keys += "swap_capture 2\n";
    CHECK_THAT(error_of(parts.text()), StartsWith("chase.dat:5: swap_capture is '2'"));
}

TEST_CASE("fewer lines in [ticks] than ticks are an error, more are none", "[cops]") {
    CHECK(
        error_with(&FieldParts::ticks, "0m 0m 0m 0m\n") ==
        "chase.dat:16: 1 lines in [ticks], the game has 2; add lines, lower ticks, or make a field "
        "with 'referee create'");
    CHECK(error_with(&FieldParts::ticks, "0m 0m 0m 0m\n0m 0m 0m 0m\n0m 0m 0m 0m\n") == "no error");
}

TEST_CASE("a word that doesn't parse is an error that says whose it is", "[cops]") {
    CHECK(
        error_with(&FieldParts::ticks, "0m 4- 0m 1-\n1m 2m 0- 1m\n") ==
        "chase.dat:16: word 2 (a wall's) is '4-'; give a digit from 0 to 3 and m or -");
    CHECK(
        error_with(&FieldParts::ticks, "0m 3- 2m 1-\n") ==
        "chase.dat:16: word 3 (a gate's) is '2m'; give a digit from 0 to 1 and m or -");
    for (const std::string word : {"m", "0", "0M", "00m", "-0", "am", "0+"}) {
        CAPTURE(word);
        CHECK_THAT(
            error_with(&FieldParts::ticks, word + " 0m 0m 0m\n"),
            StartsWith("chase.dat:16: word 1 (a wall's) is '" + word + "'"));
    }
}

TEST_CASE("a line of [ticks] with too few or too many words is an error", "[cops]") {
    CHECK_THAT(
        error_with(&FieldParts::ticks, "0m 0m 0m\n"),
        StartsWith("chase.dat:16: 3 values where 4 are expected"));
    CHECK_THAT(
        error_with(&FieldParts::ticks, "0m 0m 0m 0m 0m\n"),
        StartsWith("chase.dat:16: 5 values where 4 are expected"));
}

TEST_CASE("orientations, directions and counts are checked", "[cops]") {
    CHECK(
        error_with(&FieldParts::walls, "3 4 flat E\n") ==
        "chase.dat:13: the orientation is 'flat'; give one of: horizontal, vertical");
    CHECK_THAT(
        error_with(&FieldParts::walls, "3 4 horizontal e\n"),
        StartsWith("chase.dat:13: the direction is 'e'"));
    CHECK_THAT(
        error_with(&FieldParts::gates, "3 left\n"),
        StartsWith("chase.dat:10: the direction is 'left'"));
    CHECK_THAT(
        error_with(&FieldParts::thief, ""),
        StartsWith("chase.dat:4: [thief] has 0 lines; give one"));
    CHECK_THAT(
        error_with(&FieldParts::thief, "2 2\n3 3\n"),
        StartsWith("chase.dat:4: [thief] has 2 lines"));
    CHECK_THAT(
        error_with(&FieldParts::cops, ""),
        StartsWith("chase.dat:6: [cops] has 0 lines; give from 1 to 16"));
    CHECK_THAT(
        error_with(&FieldParts::keys, "size 8\nwall_length 9\nticks 2\n"),
        StartsWith("chase.dat:14: a wall is longer than the board is wide"));
}

TEST_CASE("a field of cops may have neither walls nor gates", "[cops]") {
    FieldParts parts;
    parts.walls = parts.gates = parts.ticks = "";
    CHECK(error_of(parts.text()) == "no error");
    const auto lines = load_field("chase.dat", parts.text()).field->describe();
    CHECK(lines.back() == "warning: there is no gate, so the thief can't escape");
}

TEST_CASE("a missing or unknown section or key is an error", "[cops]") {
    CHECK_THAT(
        error_of("game cops\nsize 8\n[thief]\n1 1\n"),
        StartsWith("chase.dat:4: the section [cops] is missing"));
    CHECK_THAT(
        error_of(FieldParts().text() + "[doors]\n"), ContainsSubstring("unknown section [doors]"));
    CHECK_THAT(
        error_with(&FieldParts::keys, "sizes 8\n"), StartsWith("chase.dat:2: unknown key 'sizes'"));
    CHECK_THAT(
        error_with(&FieldParts::keys, "wall_turn 1.5\n"),
        StartsWith("chase.dat:2: wall_turn is '1.5', not a number in range"));
}

TEST_CASE("a field of cops is described in four lines of a terminal", "[cops]") {
    const auto lines = load_field("chase.dat", FieldParts().text()).field->describe();
    CHECK(
        lines == std::vector<std::string>{
                     "8 x 8 cells, 2 ticks, plans of 5",
                     "2 cops, the nearest 11 cells from the thief; capture at distance 0",
                     "2 gates of width 2, chances to move 0.5 and to turn 0.01",
                     "2 walls of length 4, chances to move 0.75 and to turn 0.05"});
}
