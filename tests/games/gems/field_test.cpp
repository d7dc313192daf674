// referee/games/gems/README.md, "Fields": reading a field of gems, and each error with file, line,
// what is wrong and what to do.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"
#include "support/user_error.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/gems/field.hpp"

#include <algorithm>
#include <fmt/format.h>

using namespace referee;
using namespace tests;

namespace {

constexpr std::string_view row_form =
    "a row is: 10 stones of R Y G B L 1 2 3 4 5, separated by blanks";

std::string example() {
    return field_rows(board_of(example_rows));
}

/// The example with these lines of keys before it.
std::string headed(const std::string& keys = "") {
    return "game gems\n" + keys + "[stones]\n" + example();
}

/// The error that a field of the name duel.dat gives.
std::string error_of(const std::string& text) {
    return user_error_of([&] { load_field("duel.dat", text); });
}

std::string stones_of(const std::vector<gems::Stone>& stones) {
    std::string text;
    for (const gems::Stone stone : stones) {
        text += gems::stone_signs[stone];
    }
    return text;
}

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    for (std::size_t at = 0; (at = text.find(old_part, at)) != std::string::npos;) {
        text.replace(at, old_part.size(), new_part);
        at += new_part.size();
    }
    return text;
}

} // namespace

TEST_CASE("the contest's format is rows of stones, top row first", "[gems]") {
    const gems::Setup setup = gems_setup(example());
    CHECK(setup.board == board_of(example_rows));
    CHECK(setup.board.at(0, 9) == gems::red);
    CHECK(setup.board.at(0, 0) == gems::purple);
    CHECK(setup.board.at(3, 0) == gems::bomb1);
    CHECK(setup.queues[0].empty());
}

TEST_CASE("the last ten rows are the board, those above fall in, the lowest first", "[gems]") {
    const gems::Setup setup =
        gems_setup("R Y G B L 1 2 3 4 5\nB B B B B B B B B B\n5 4 3 2 1 L B G Y R\n" + example());
    CHECK(setup.board == board_of(example_rows));
    CHECK(stones_of(setup.queues[0]) == "5BR");
    CHECK(stones_of(setup.queues[4]) == "1BL");
    CHECK(stones_of(setup.queues[9]) == "RB5");
}

TEST_CASE("a field without a header has the contest's values", "[gems]") {
    const gems::Parameters values = gems_setup(example()).parameters;
    CHECK(values.life == 30);
    CHECK(values.shield == 15);
    CHECK(values.threshold == 15);
    CHECK(values.purple_threshold == 15);
    CHECK(values.illegal_penalty == 5);
    CHECK(values.max_moves == 500);
}

TEST_CASE(
    "a field may begin with its game and keys in any order, then a section of stones", "[gems]") {
    const gems::Setup setup = gems_setup(headed("max_moves 6\nlife 1\nshield 2\nthreshold 3\n"
                                                "illegal_penalty 5\npurple_threshold 4\n"));
    CHECK(setup.parameters.life == 1);
    CHECK(setup.parameters.shield == 2);
    CHECK(setup.parameters.threshold == 3);
    CHECK(setup.parameters.purple_threshold == 4);
    CHECK(setup.parameters.illegal_penalty == 5);
    CHECK(setup.parameters.max_moves == 6);
    CHECK(setup.board == board_of(example_rows));
}

TEST_CASE("keys that a header doesn't name have the contest's values", "[gems]") {
    const gems::Parameters values = gems_setup(headed("life 77\n")).parameters;
    CHECK(values.life == 77);
    CHECK(values.shield == 15);
    CHECK(values.max_moves == 500);
}

TEST_CASE("both formats of a gems field are known for one", "[gems]") {
    CHECK(load_field("duel.dat", example()).game == &game_named("gems"));
    CHECK(load_field("duel.dat", headed()).game == &game_named("gems"));
}

TEST_CASE("a field of gems may have CRLF, tabs, comments, blank lines, no end of line", "[gems]") {
    const gems::Board expected = board_of(example_rows);
    CHECK(gems_setup(replaced(example(), "\n", "\r\n")).board == expected);
    CHECK(gems_setup(replaced(headed("life 5\n"), "\n", "\r\n")).parameters.life == 5);
    CHECK(gems_setup(replaced(example(), " ", "\t")).board == expected);
    CHECK(gems_setup(replaced(example(), " ", "   ")).board == expected);
    CHECK(gems_setup(replaced(example(), "\n", " # stones\n\n")).board == expected);
    CHECK(gems_setup("# a duel\n\n" + example() + "# seed 5\n").board == expected);
    CHECK(gems_setup("# a duel\n\n" + headed("life 5 # few\n")).parameters.life == 5);
    CHECK(gems_setup(example().substr(0, example().size() - 1)).board == expected);
}

TEST_CASE("each of the signs . x r 0 6 and longer words is a wrong symbol", "[gems]") {
    for (const std::string word : {".", "x", "r", "0", "6", "RR", "10", "-", "[1]", "é"}) {
        CAPTURE(word);
        CHECK_THAT(
            error_of(with_line(example(), 3, "L B L " + word + " L 1 R G G B")),
            StartsWith("duel.dat:3: stone 4 is '"));
    }
    CHECK(
        error_of(with_line(example(), 3, "L B L R L 1 R G G x")) ==
        fmt::format("duel.dat:3: stone 10 is 'x'; {}", row_form));
    CHECK(
        error_of("R R R R R R R R R \x01\n" + example()) ==
        fmt::format("duel.dat:1: stone 10 is '\\x01'; {}", row_form));
}

TEST_CASE("a row of nine or eleven stones is an error", "[gems]") {
    CHECK(
        error_of(with_line(example(), 10, "L B L 1 L 1 B G R")) ==
        fmt::format("duel.dat:10: 9 values where 10 are expected; {}", row_form));
    CHECK(
        error_of(with_line(example(), 1, "R B B 3 G G 5 B 1 G G")) ==
        fmt::format("duel.dat:1: 11 values where 10 are expected; {}", row_form));
    CHECK(
        error_of("RBB3GG5B1G\n" + example()) ==
        fmt::format("duel.dat:1: 1 value where 10 are expected; {}", row_form));
    CHECK(
        error_of(replaced(headed(), "[stones]\n", "[stones]\nR\n")) ==
        fmt::format("duel.dat:3: 1 value where 10 are expected; {}", row_form));
}

TEST_CASE("fewer than ten rows are an error", "[gems]") {
    const std::string nine = example().substr(20);
    CHECK(
        error_of(nine) ==
        "duel.dat:9: 9 rows of stones, but the board alone has 10; add rows, or make "
        "a field with 'referee create'");
    CHECK_THAT(error_of("game gems\n[stones]\n" + nine), StartsWith("duel.dat:11: 9 rows"));
    CHECK_THAT(error_of("game gems\n[stones]\n"), StartsWith("duel.dat:2: 0 rows"));
}

TEST_CASE("a board with a line in it is an error", "[gems]") {
    CHECK(
        error_of("R R R R R R R R R R\n" + with_line(example(), 10, "L L L 1 L 1 B G R L")) ==
        "duel.dat:2: the board (the last 10 rows) has a line; change a stone so that no three "
        "equal stones are in a row");
    CHECK_THAT(
        error_of(with_line(example(), 10, "1 2 3 R L 1 B G R L")), ContainsSubstring("has a line"));
}

TEST_CASE("lines among the rows above the board are not an error", "[gems]") {
    CHECK(error_of("R R R R R R R R R R\n" + example()) == "no error");
}

TEST_CASE("a board without a legal swap is an error", "[gems]") {
    CHECK(
        error_of("game gems\n[stones]\n# none\n" + field_rows(striped_board())) ==
        "duel.dat:4: the board (the last 10 rows) has no legal swap; change a stone");
}

TEST_CASE("an unknown key is an error that lists the known ones", "[gems]") {
    CHECK(
        error_of(headed("life 5\nlives 30\n")) ==
        "duel.dat:3: unknown key 'lives'; valid keys: life, shield, threshold, purple_threshold, "
        "illegal_penalty, max_moves");
    CHECK_THAT(error_of(headed("Life 30\n")), StartsWith("duel.dat:2: unknown key 'Life'"));
    CHECK_THAT(error_of(headed("rows 30\n")), StartsWith("duel.dat:2: unknown key 'rows'"));
    CHECK_THAT(error_of(headed("game gems\n")), StartsWith("duel.dat:2: unknown key 'game'"));
}

TEST_CASE("a duplicate key is an error", "[gems]") {
    CHECK(
        error_of(headed("life 30\nshield 15\nlife 30\n")) ==
        "duel.dat:4: duplicate key 'life', already defined on line 2; remove one of the two");
}

TEST_CASE("a key without value is an error", "[gems]") {
    CHECK(error_of(headed("life\n")) == "duel.dat:2: 'life' has no value; write 'key value'");
    CHECK_THAT(error_of(headed("life # 30\n")), StartsWith("duel.dat:2: 'life' has no value"));
}

TEST_CASE("a superfluous value is an error", "[gems]") {
    CHECK(
        error_of(headed("life 30 31\n")) ==
        "duel.dat:2: 'life' has more than one value; remove '31'");
}

TEST_CASE("a value that isn't an integer or is out of range is an error", "[gems]") {
    CHECK(
        error_of(headed("shield 3\nlife 0\n")) ==
        "duel.dat:3: life is '0', not an integer in range; give life from 1 to 1000000");
    for (const std::string value :
         {"-1", "1000001", "x", "1.5", "1e3", "0x10", "+", "+-1", "++1", "99999999999999999999"}) {
        CAPTURE(value);
        CHECK_THAT(
            error_of(headed("shield " + value + "\n")),
            StartsWith("duel.dat:2: shield is '" + value + "', not an integer in range; "));
    }
}

TEST_CASE("an unknown section is an error", "[gems]") {
    CHECK(
        error_of(headed() + "[players]\n") ==
        "duel.dat:13: unknown section [players]; valid sections: [stones]");
}

TEST_CASE("a duplicate section is an error", "[gems]") {
    CHECK(
        error_of(headed() + "[stones]\n") ==
        "duel.dat:13: duplicate section [stones], already defined on line 2; join the two");
}

TEST_CASE("a header without the section of stones is an error", "[gems]") {
    CHECK(error_of("game gems\nlife 5\n") == "duel.dat:2: the section [stones] is missing; add it");
}

TEST_CASE("a section in the contest's format without header is an error", "[gems]") {
    CHECK_THAT(
        error_of(example() + "[stones]\n"),
        StartsWith("duel.dat:1: a field with [stones] must begin with 'game gems'"));
    CHECK_THAT(
        error_of("[stones]\n" + example()),
        StartsWith("duel.dat:1: a field with [stones] must begin with 'game gems'"));
}

TEST_CASE("a field of gems is described in two lines", "[gems]") {
    const auto lines = load_field("duel.dat", headed("max_moves 7\n")).field->describe();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0] == "10 rows of stones, 22 legal swaps at the start");
    CHECK(
        lines[1] == "life 30, shield 15, threshold 15, purple threshold 15, illegal penalty 5, at "
                    "most 7 moves");
}
