// referee/game/README.md, "Format": the text format that the fields of all games share.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"
#include "support/run.hpp"
#include "support/user_error.hpp"

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "game/field_text.hpp"
#include "game/registry.hpp"
#include "os/beneath.hpp"

#include <filesystem>
#include <fmt/format.h>

using namespace referee;
using namespace tests;

namespace {

std::string error_of_text(const std::string& text) {
    return user_error_of([&] { FieldText("f.dat", text); });
}

std::string words_of(const Row& row) {
    std::string text;
    for (const std::string_view word : row.words) {
        text += "<" + std::string(word) + ">";
    }
    return text;
}

} // namespace

TEST_CASE("a field begins with its game, then keys, then sections of rows", "[field]") {
    FieldText text("f.dat", "game chess\nsize 8\n[pieces]\nK e1\nQ d1\n[rules]\n");
    CHECK(text.game() == "chess");
    CHECK(text.integer("size", 1, 1, 10) == 8);
    const Section& pieces = text.section("pieces");
    CHECK(pieces.line == 3);
    REQUIRE(pieces.rows.size() == 2);
    CHECK(pieces.rows[0].line == 4);
    CHECK(words_of(pieces.rows[0]) == "<K><e1>");
    CHECK(text.section("rules").rows.empty());
    CHECK_NOTHROW(text.finish());
}

TEST_CASE("a comment goes to the end of its line", "[field]") {
    FieldText text("f.dat", "# c\ngame x # c\n#c\na 1#c\n [s] # [t]\nv w # u\n # \nx#\n##\n");
    CHECK(text.game() == "x");
    CHECK(text.integer("a", 0, 0, 9) == 1);
    const Section& section = text.section("s");
    REQUIRE(section.rows.size() == 2);
    CHECK(words_of(section.rows[0]) == "<v><w>");
    CHECK(words_of(section.rows[1]) == "<x>");
    CHECK_NOTHROW(text.finish());
}

TEST_CASE("blank lines are free and count as lines", "[field]") {
    FieldText text("f.dat", "\n\ngame x\n\n   \na 1\n\n[s]\n\n\t\nv\n\n");
    CHECK(text.section("s").line == 8);
    CHECK(text.section("s").rows.at(0).line == 11);
    CHECK(text.last_line() == 12);
}

TEST_CASE("lines end with LF or CRLF, the last one may lack it", "[field]") {
    FieldText text("f.dat", "game x\r\na 1\r\n[s]\r\nv w\r\nx y");
    CHECK(text.game() == "x");
    CHECK(text.integer("a", 0, 0, 9) == 1);
    REQUIRE(text.section("s").rows.size() == 2);
    CHECK(words_of(text.section("s").rows[0]) == "<v><w>");
    CHECK(words_of(text.section("s").rows[1]) == "<x><y>");
}

TEST_CASE("a field that begins otherwise has all rows in the section without name", "[field]") {
    FieldText text("f.dat", "\na b\nc d\n");
    CHECK(text.game().empty());
    REQUIRE(text.section("").rows.size() == 2);
    CHECK(text.section("").rows[1].line == 3);
}

TEST_CASE("an empty field is an error", "[field]") {
    CHECK(error_of_text("") == "f.dat:1: the field is empty; make one with 'referee create'");
    CHECK_THAT(error_of_text("\n\n # c\n"), StartsWith("f.dat:3: the field is empty; "));
}

TEST_CASE("a byte order mark, which editors don't show, is named", "[field]") {
    CHECK(
        error_of_text("\xef\xbb\xbfgame x\n") ==
        "f.dat:1: the field begins with a byte order mark; save it without one");
}

TEST_CASE("a field with sections but without the line of its game is told so", "[field]") {
    CHECK(user_error_of([] {
              load_field("f.dat", "size 20\n[thief]\n1 1\n");
          }) == "f.dat:1: a field with sections must begin with 'game NAME'; add that line");
}

TEST_CASE("the line of the game must name one game", "[field]") {
    CHECK(error_of_text("game\n") == "f.dat:1: the first line must be 'game NAME'; name one game");
    CHECK_THAT(error_of_text("\ngame a b\n"), StartsWith("f.dat:2: the first line must be"));
}

TEST_CASE("a game that there isn't is an error that lists the games", "[field]") {
    const std::string error = user_error_of([] { load_field("f.dat", "game chess\n[s]\n"); });
    CHECK_THAT(error, StartsWith("f.dat:1: there is no game 'chess'; the games are: "));
    CHECK_THAT(error, ContainsSubstring("gems"));
    CHECK_THAT(
        user_error_of([] { load_field("f.dat", "game Gems\n[stones]\n"); }),
        StartsWith("f.dat:1: there is no game 'Gems'"));
}

TEST_CASE("the error for a wrong game names the line of the game", "[field]") {
    CHECK_THAT(
        user_error_of([] { load_field("f.dat", "# a comment\n\ngame chess\n[s]\n"); }),
        StartsWith("f.dat:3: there is no game 'chess'"));
}

TEST_CASE("a line in brackets that is not a section is an error", "[field]") {
    CHECK(error_of_text("game x\n[s\n") == "f.dat:2: '[s' is not a section; write '[name]'");
    CHECK_THAT(error_of_text("game x\n[]\n"), StartsWith("f.dat:2: '[]' is not a section"));
    CHECK_THAT(error_of_text("game x\n[s] t\n"), StartsWith("f.dat:2: '[s] t' is not a section"));
}

TEST_CASE("a duplicate section is an error even if it isn't used", "[field]") {
    CHECK(
        error_of_text("game x\n[s]\n[t]\n[s]\n") ==
        "f.dat:4: duplicate section [s], already defined on line 2; join the two");
}

TEST_CASE("absent keys have their defaults", "[field]") {
    FieldText text("f.dat", "game x\n");
    CHECK(text.integer("a", 17, 0, 9) == 17);
    CHECK(text.number("b", 0.5, 0, 9) == 0.5);
    CHECK(text.word("c", "no", {"yes", "no"}) == "no");
}

TEST_CASE("integers of a field may have a sign", "[field]") {
    FieldText text("f.dat", "game x\na -5\nb +5\nc -0\n");
    CHECK(text.integer("a", 0, -9, 9) == -5);
    CHECK(text.integer("b", 0, -9, 9) == 5);
    CHECK(text.integer("c", 1, -9, 9) == 0);
}

TEST_CASE("numbers of a field are decimal", "[field]") {
    FieldText text("f.dat", "game x\na 0.25\nb 7\nc 1e-2\nd nan\ne 0,5\nf 2\n");
    CHECK(text.number("a", 0, 0, 9) == 0.25);
    CHECK(text.number("b", 0, 0, 9) == 7);
    CHECK(text.number("c", 0, 0, 9) == 0.01);
    CHECK(user_error_of([&] {
              text.number("d", 0, 0, 9);
          }) == "f.dat:5: d is 'nan', not a number in range; give d from 0 to 9");
    CHECK_THAT(
        user_error_of([&] { text.number("e", 0, 0, 9); }), StartsWith("f.dat:6: e is '0,5'"));
    CHECK_THAT(
        user_error_of([&] { text.number("f", 0, 0, 1.5); }), StartsWith("f.dat:7: f is '2'"));
}

TEST_CASE("a word of a field is one of those allowed", "[field]") {
    FieldText text("f.dat", "game x\na yes\nb maybe\n");
    CHECK(text.word("a", "no", {"yes", "no"}) == "yes");
    CHECK(user_error_of([&] {
              text.word("b", "no", {"yes", "no"});
          }) == "f.dat:3: b is 'maybe'; give one of: yes, no");
}

TEST_CASE("a row's integer that is invalid or out of range is an error with its line", "[field]") {
    FieldText text("f.dat", "game x\n[s]\n3 x 12\n");
    const Row& row = text.section("s").rows[0];
    CHECK(text.integer(row, 0, "the column", 0, 9) == 3);
    CHECK(user_error_of([&] {
              text.integer(row, 1, "the column", 0, 9);
          }) == "f.dat:3: the column is 'x', not an integer in range; give one from 0 to 9");
    CHECK_THAT(
        user_error_of([&] { text.integer(row, 2, "the column", 0, 9); }),
        StartsWith("f.dat:3: the column is '12'"));
}

TEST_CASE("a section that is optional may be missing", "[field]") {
    FieldText text("f.dat", "game x\n[s]\n");
    CHECK(text.find_section("s") != nullptr);
    CHECK(text.find_section("t") == nullptr);
    CHECK_NOTHROW(text.finish());
}

TEST_CASE("a missing, unreachable or irregular file is an error", "[field]") {
    const TemporaryFolder folder;
    const std::string loop = folder / "loop";
    std::filesystem::create_symlink("loop", loop);
    CHECK(
        user_error_of([&] { load_field(loop); }) ==
        loop + ": can't be reached (Too many levels of symbolic links); check the path and its "
               "permissions");
    CHECK_THAT(
        user_error_of([&] { load_field(folder / "none.dat"); }),
        StartsWith(folder / "none.dat" + ": there is no such file; "));
    CHECK(user_error_of([&] {
              load_field(folder.path());
          }) == folder.path() + ": not a file; name the field itself");
}

TEST_CASE("a field is known by the SHA-256 of its bytes and by its file's name", "[field]") {
    const TemporaryFolder folder;
    const std::string text = field_rows(board_of(example_rows)) + "# a comment counts\n";
    write_file(folder / "duel.dat", text);
    write_file(folder / "duel.txt", text);
    const LoadedField field = load_field(folder / "duel.dat");
    CHECK(field.text == text);
    CHECK(field.sha256 == sha256(text));
    CHECK(field.name == "duel");
    CHECK(field.path == folder / "duel.dat");
    CHECK(load_field(folder / "duel.txt").name == "duel.txt");
}

TEST_CASE("the SHA-256 is that of the standard", "[field]") {
    // FIPS 180-4, the examples of one and of two blocks, and of nothing.
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(
        sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("a file's SHA-256 is that of its bytes, also of a long file", "[field]") {
    const TemporaryFolder folder;
    const std::string text(200'000, 'x');
    write_file(folder / "long", text);
    CHECK(sha256_of_file(folder / "long") == sha256(text));
    CHECK_THROWS_AS(sha256_of_file(folder / "none"), UserError);
}

TEST_CASE("an external text is shown short and printable", "[field]") {
    CHECK(printable("plain") == "plain");
    CHECK(printable("\x1b[2J\n") == "\\x1b[2J\\x0a");
    CHECK(printable("\xc3\xa9") == "\\xc3\\xa9");
    CHECK(printable(std::string(40, 'a')) == std::string(40, 'a'));
    CHECK(printable(std::string(41, 'a')) == fmt::format("{:a<40}…", ""));
}

TEST_CASE("the integer of a text is whole, within 64 bits, and may have one sign", "[field]") {
    std::int64_t value = 0;
    for (const std::string_view text :
         {"", "+", "-", "++1", "+-1", "--1", "1 ", " 1", "1x", "0x1", "9223372036854775808"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_integer(text, value));
    }
    CHECK(parse_integer("+9223372036854775807", value));
    CHECK(value == 9223372036854775807);
    CHECK(parse_integer("-7", value));
    CHECK(value == -7);
}
