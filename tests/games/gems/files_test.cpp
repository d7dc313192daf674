// referee/games/gems/README.md, "Files", and referee/match/README.md, "result.dat": what gems
// writes for its AIs, to the byte, and what it takes for an answer.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include "game/answer.hpp"
#include "games/gems/files.hpp"

#include <limits>

using namespace referee;
using namespace referee::gems;
using namespace tests;

namespace {

State example_state() {
    State state = duel_on(board_of(example_rows), {}).state;
    state.players[0] = {30, 15, 1, 2, 3, 4};
    state.players[1] = {7, 0, 14, 0, 11, 29};
    return state;
}

StateFiles files_of(const State& state, int player, const Parameters& parameters = {}) {
    StateFiles files(state_files().size());
    write_state(state, parameters, player, files);
    return files;
}

/// The four numbers of an answer, or why it is none.
std::string reading_of(std::string_view text) {
    const ReadSwap read = read_swap(text);
    return read.error.empty() ? gems::text_of(read.swap) : read.error;
}

using namespace std::string_view_literals;

} // namespace

TEST_CASE("the state files of gems are player, opponent and gamefield", "[gems]") {
    REQUIRE(state_files().size() == 3);
    CHECK(state_files()[0].name == "player.dat");
    CHECK(state_files()[1].name == "opponent.dat");
    CHECK(state_files()[2].name == "gamefield.dat");
}

TEST_CASE("player.dat is life, shield, red, yellow, green and purple, a line each", "[gems]") {
    CHECK(files_of(example_state(), 0).of(0) == "30\n15\n1\n2\n3\n4\n");
    CHECK(files_of(example_state(), 1).of(0) == "7\n0\n14\n0\n11\n29\n");
}

TEST_CASE("opponent.dat is the same of the other player", "[gems]") {
    CHECK(files_of(example_state(), 0).of(1) == "7\n0\n14\n0\n11\n29\n");
    CHECK(files_of(example_state(), 1).of(1) == "30\n15\n1\n2\n3\n4\n");
}

TEST_CASE("gamefield.dat is ten rows of ten stones, top row first, and nothing else", "[gems]") {
    const std::string expected = "R B B 3 G G 5 B 1 G\n"
                                 "B G Y Y L Y L G R L\n"
                                 "L B L R L 1 R G G B\n"
                                 "G L G L R R Y B R B\n"
                                 "G Y R Y B R G L B G\n"
                                 "B B Y Y G B R Y B Y\n"
                                 "5 R 5 B R 2 R Y G R\n"
                                 "Y G Y G B R L 3 R B\n"
                                 "3 L R 4 R G B R G B\n"
                                 "L B L 1 L 1 B G R L\n";
    CHECK(files_of(example_state(), 0).of(2) == expected);
    CHECK(files_of(example_state(), 1).of(2) == expected);
}

TEST_CASE("a hole in gamefield.dat is a dot", "[gems]") {
    State state = example_state();
    state.board.set(0, 9, hole);
    state.board.set(9, 9, hole);
    CHECK_THAT(files_of(state, 0).of(2), StartsWith(". B B 3 G G 5 B 1 .\n"));
}

TEST_CASE("match.dat gets the moves left and the field's values", "[gems]") {
    CHECK(
        files_of(example_state(), 0).match_keys == "moves_left 500\nlife 30\nshield 15\n"
                                                   "threshold 15\npurple_threshold 15\n"
                                                   "illegal_penalty 5\n"
                                                   "max_moves 500\n");
    State state = example_state();
    state.moves = 3;
    CHECK(
        files_of(state, 1, {40, 20, 9, 8, 7, 6}).match_keys == "moves_left 3\nlife 40\nshield 20\n"
                                                               "threshold 9\npurple_threshold 8\n"
                                                               "illegal_penalty 7\n"
                                                               "max_moves 6\n");
}

TEST_CASE("state files that were cleared can be filled again", "[gems]") {
    StateFiles files = files_of(example_state(), 0);
    files.clear();
    write_state(example_state(), {}, 1, files);
    CHECK(files.of(0) == files_of(example_state(), 1).of(0));
    CHECK(files.match_keys == files_of(example_state(), 1).match_keys);
}

TEST_CASE("an answer is four integers: X1 Y1 X2 Y2", "[gems]") {
    const Swap expected{1, 2, 3, 4};
    CHECK(read_swap("1 2 3 4").swap == expected);
    CHECK(read_swap("1 2 3 4").error.empty());
}

TEST_CASE(
    "blanks, tabs, LF and CRLF separate the words of an answer, and may surround it", "[gems]") {
    for (const std::string_view text :
         {"1 2 3 4\n", "1\n2\n3\n4\n", "1 2\n3 4", "1\r\n2\r\n3\r\n4\r\n", "1 2 3 4\r\n",
          "1 2 3 4 \r\n", "1\t2\t3\t4\n", "  1   2 \t 3\n\n\n4\n\n", "\n1 2 3 4", "\r\n1 2 3 4",
          "1 2 3 4   "}) {
        CAPTURE(text);
        CHECK(reading_of(text) == "1 2 3 4");
    }
}

TEST_CASE("integers may have a sign and leading zeros", "[gems]") {
    CHECK(reading_of("+1 +2 3 4") == "1 2 3 4");
    CHECK(reading_of("01 002 0000000000000000000000003 4") == "1 2 3 4");
    CHECK(reading_of("+0 -0 00 -00") == "0 0 0 0");
}

TEST_CASE("integers of any size can be read, but are outside the board", "[gems]") {
    const auto lies_outside = [](std::string_view word) {
        const ReadSwap read = read_swap(std::string(word) + " 0 0 1");
        return read.error.empty() && (read.swap.x1 < 0 || read.swap.x1 >= columns);
    };
    for (const std::string_view word :
         {"10", "-1", "+10", "2147483648", "4294967296", "4294967297", "-4294967295",
          "9223372036854775807", "9223372036854775808", "-9223372036854775808",
          "-9223372036854775809", "18446744073709551616", "18446744073709551617"}) {
        CAPTURE(word);
        CHECK(lies_outside(word));
    }
    CHECK(lies_outside(std::string(60000, '9')));
    CHECK(lies_outside("-" + std::string(60000, '9')));
}

TEST_CASE("each of the four numbers may be out of range", "[gems]") {
    CHECK(read_swap("99 0 0 1").swap.x1 == columns);
    CHECK(read_swap("0 99 0 1").swap.y1 == columns);
    CHECK(read_swap("0 0 99 1").swap.x2 == columns);
    CHECK(read_swap("0 0 0 -99").swap.y2 == -1);
}

TEST_CASE("a word that isn't an integer is refused with its line and number", "[gems]") {
    CHECK(reading_of("1 2 x 4") == "line 1, word 3 ('x'): not an integer; write X1 Y1 X2 Y2");
    CHECK(reading_of("1 2\n3 4.0") == "line 2, word 2 ('4.0'): not an integer; write X1 Y1 X2 Y2");
    CHECK(reading_of("\n\r\nmove") == "line 3, word 1 ('move'): not an integer; write X1 Y1 X2 Y2");
}

TEST_CASE("what only looks like an integer is refused", "[gems]") {
    for (const std::string_view word :
         {"+",   "-",     "--1", "++1", "+-1", "-+1", "1+", "1-",
          "0x1", "1e0",   "1.",  ".1",  "1,",  "1;",  "(1", "1_000",
          "'1'", "\"1\"", "one", "NaN", "inf", "#1",  "1#", "\xd9\xa1"}) {
        CAPTURE(word);
        const std::string text = "1 2 3 " + std::string(word);
        CHECK_THAT(reading_of(text), StartsWith("line 1, word 4 ('"));
        CHECK_THAT(reading_of(text), ContainsSubstring("not an integer"));
    }
}

TEST_CASE("numbers parted by commas are one word", "[gems]") {
    CHECK(reading_of("1,2,3,4") == "line 1, word 1 ('1,2,3,4'): not an integer; write X1 Y1 X2 Y2");
}

TEST_CASE("a NUL byte makes an answer unreadable wherever it is", "[gems]") {
    CHECK(
        reading_of("1 2 3 4\0"sv) ==
        "line 1, word 4 ('4\\x00'): not an integer; write X1 Y1 X2 Y2");
    CHECK(
        reading_of("1 2\0 3 4"sv) ==
        "line 1, word 2 ('2\\x00'): not an integer; write X1 Y1 X2 Y2");
    CHECK(reading_of("\0"sv) == "line 1, word 1 ('\\x00'): not an integer; write X1 Y1 X2 Y2");
    CHECK(
        reading_of("1 2 3 4\n\0"sv) ==
        "line 2, word 1: unexpected '\\x00' after the answer; write X1 Y1 X2 Y2");
}

TEST_CASE("a byte order mark is refused", "[gems]") {
    CHECK(
        reading_of("\xef\xbb\xbf"
                   "1 2 3 4") ==
        "line 1, word 1 ('\\xef\\xbb\\xbf1'): not an integer; write X1 Y1 X2 Y2");
    CHECK_FALSE(read_swap("\xff\xfe\x31\x00"sv).error.empty()); // UTF-16
}

TEST_CASE("a carriage return that ends no line is refused", "[gems]") {
    for (const std::string_view text :
         {"1 2 3 4\r", "1 2\r3 4", "1\r2\r3\r4\r", "1 2 3 4\r\r\n", "\r1 2 3 4", "1 2 \r 3 4",
          "1 2 3 4 \r"}) {
        CAPTURE(text);
        CHECK_THAT(reading_of(text), ContainsSubstring("\\x0d"));
    }
}

TEST_CASE("other white space than blank, tab and line end is refused", "[gems]") {
    for (const std::string_view text :
         {"1 2 3\v4", "1 2 3\f4",
          "1 2 3\xc2\xa0"
          "4",
          "1 2 3\x85"
          "4"}) {
        CAPTURE(text);
        CHECK_FALSE(read_swap(text).error.empty());
    }
}

TEST_CASE("an unexpected word is refused with its place", "[gems]") {
    CHECK(
        reading_of("1 2 3 4 5") ==
        "line 1, word 5: unexpected '5' after the answer; write X1 Y1 X2 Y2");
    CHECK(
        reading_of("1 2 3 4\nx") ==
        "line 2, word 1: unexpected 'x' after the answer; write X1 Y1 X2 Y2");
}

TEST_CASE("too few words are refused with their number", "[gems]") {
    CHECK(reading_of("1 2 3") == "3 of 4 integers; write X1 Y1 X2 Y2");
    CHECK(reading_of("1") == "1 of 4 integers; write X1 Y1 X2 Y2");
}

TEST_CASE("an empty answer isn't a move", "[gems]") {
    CHECK(reading_of("") == "0 of 4 integers; write X1 Y1 X2 Y2");
    CHECK(reading_of(" \n\t\r\n") == "0 of 4 integers; write X1 Y1 X2 Y2");
}

TEST_CASE("the first fault of an answer is reported", "[gems]") {
    CHECK_THAT(reading_of("1 a b"), StartsWith("line 1, word 2 ('a')"));
    CHECK_THAT(reading_of("1 2 3 a 5 6"), StartsWith("line 1, word 4 ('a')"));
}

TEST_CASE("a long word is cut and control characters are escaped where it is shown", "[gems]") {
    CHECK_THAT(
        reading_of(std::string(5000, 'x')),
        StartsWith("line 1, word 1 ('" + std::string(40, 'x') + "…'): not an integer"));
    CHECK_THAT(
        reading_of("\x1b[31m 2 3 4"), StartsWith("line 1, word 1 ('\\x1b[31m'): not an integer"));
}

TEST_CASE(
    "answer_integer gives the nearest number of 64 bits for one that is too large", "[field]") {
    CHECK(answer_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
    CHECK(answer_integer("9223372036854775808") == std::numeric_limits<std::int64_t>::max());
    CHECK(*answer_integer("-9223372036854775809") <= -std::numeric_limits<std::int64_t>::max());
    CHECK(answer_integer("-17") == -17);
    CHECK(answer_integer("") == std::nullopt);
}

TEST_CASE("answer_words counts lines, and words from 1 in each line", "[field]") {
    const std::vector<AnswerWord> words = answer_words("a b\r\n\nc\td");
    REQUIRE(words.size() == 4);
    CHECK(words[1].text == "b");
    CHECK(words[1].line == 1);
    CHECK(words[1].word == 2);
    CHECK(words[2].text == "c");
    CHECK(words[2].line == 3);
    CHECK(words[2].word == 1);
    CHECK(place_of(words[3]) == "line 3, word 2 ('d'): ");
}

TEST_CASE("a swap is written in the words of result.dat", "[gems]") {
    CHECK(gems::text_of({1, 2, 3, 4}) == "1 2 3 4");
    CHECK(gems::text_of({-1, 10, 0, 0}) == "-1 10 0 0");
}
