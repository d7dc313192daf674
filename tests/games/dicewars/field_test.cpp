// referee/games/dicewars/README.md, "Fields": reading, and one line for every mistake.

#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"
#include "support/user_error.hpp"

#include "games/dicewars/field.hpp"

#include <algorithm>

using namespace referee;
using namespace referee::dicewars;

namespace {

FieldSetup read(const std::string& text) {
    FieldText field("f.dat", text);
    return read_setup(field);
}

/// The message for the small field in which `from` is replaced by `to`.
std::string error_with(const std::string& from, const std::string& to) {
    std::string text = tests::small_field();
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    return tests::user_error_of([&] { read(text); });
}

} // namespace

TEST_CASE("a field of dicewars is read, with the course's parameters by default", "[dicewars]") {
    const FieldSetup field = read(tests::small_field());
    const Setup& setup = field.game;
    CHECK(setup.players == 2);
    CHECK(setup.are_shared());
    CHECK(setup.board.areas() == 3);
    CHECK(setup.board.neighbours(2)[0] == 0);
    CHECK(setup.board.neighbours(2)[1] == 1);
    CHECK(setup.dice == std::vector<std::uint8_t>{2, 1, 4});
    CHECK(setup.owners[1].area == 1);
    CHECK(setup.owners[1].player == 1);
    CHECK(setup.streams[0][1] == 0xffffffffU);
    CHECK(field.hexes.empty());
    CHECK(setup.parameters.max_dice == 8);
    CHECK(setup.parameters.reserve_production == 64);
    CHECK(setup.parameters.reserve_cap == 24);
    CHECK(setup.parameters.battle_wear == 4);
    CHECK(setup.parameters.idle_rounds == 8);
    CHECK(setup.parameters.max_battles == 10'000);
    CHECK(setup.parameters.max_turns == 100'000);
    CHECK(setup.parameters.max_transfers == 6);
}

TEST_CASE("every parameter of dicewars is read", "[dicewars]") {
    const Parameters parameters =
        read(tests::small_field("max_dice 4\nreserve_production 5\nreserve_cap 6\nbattle_wear 7\n"
                                "idle_rounds 9\nmax_battles 10\nmax_turns 11\nmax_transfers 0\n"))
            .game.parameters;
    CHECK(parameters.max_dice == 4);
    CHECK(parameters.reserve_production == 5);
    CHECK(parameters.reserve_cap == 6);
    CHECK(parameters.battle_wear == 7);
    CHECK(parameters.idle_rounds == 9);
    CHECK(parameters.max_battles == 10);
    CHECK(parameters.max_turns == 11);
    CHECK(parameters.max_transfers == 0);
}

TEST_CASE("streams may be one for each seat, or of MT19937", "[dicewars]") {
    std::string text = tests::small_field();
    text.replace(text.find("shared"), 6, "seats");
    text.replace(text.find("[stream]"), 8, "[stream 2]\n1 2 3\n[stream 1]");
    const Setup setup = read(text).game;
    REQUIRE(setup.streams.size() == 2);
    CHECK(setup.streams[0][1] == 0xffffffffU);
    CHECK(setup.streams[1][4] == 2);

    std::string twister = tests::small_field();
    twister.replace(twister.find("00000000 ffffffff"), 17, "mt19937 42 skip 5");
    CHECK(read(twister).game.streams[0][0] == NumberStream(42, 0)[5]);
}

TEST_CASE("a board of dicewars that can't be is refused with its line", "[dicewars]") {
    CHECK(
        error_with("\n2 2 3\n", "\n2 2 3 1\n") ==
        "f.dat:5: area 1 is its own neighbour; a row is: its dice, then its neighbours in order");
    CHECK(
        error_with("\n2 2 3\n", "\n2 2 2\n") ==
        "f.dat:5: duplicate neighbour 2; remove one of the two");
    CHECK(
        error_with("\n2 2 3\n", "\n2 2\n") ==
        "f.dat:7: area 3 borders on 1, but 1 not on 3; add 3 to line 5, or remove 1 here");
    CHECK(
        error_with("\n2 2 3\n1 1 3\n4 1 2\n", "\n2 2\n1 1\n4\n") ==
        "f.dat:4: the board is not connected: not every area can be reached from area 1; add "
        "neighbours");
    CHECK(
        error_with("\n2 2 3\n", "\n9 2 3\n") ==
        "f.dat:5: the number of dice is '9', not an integer in range; give one from 1 to 8");
    CHECK(
        error_with("\n2 2 3\n", "\n0 2 3\n") ==
        "f.dat:5: the number of dice is '0', not an integer in range; give one from 1 to 8");
    CHECK(
        error_with("\n2 2 3\n", "\n2 2 4\n") ==
        "f.dat:5: a neighbour is '4', not an integer in range; give one from 1 to 3");
    CHECK(
        error_with("players 2", "players 4") ==
        "f.dat:4: 3 areas; give from 4 (one for each seat) to 64 lines");
}

TEST_CASE("owners that can't be are refused with their line", "[dicewars]") {
    CHECK(
        error_with("2 2\n3 1\n", "3 1\n") == "f.dat:8: area 2 has no owner; add a line: AREA SEAT");
    CHECK(
        error_with("2 2\n3 1\n", "2 2\n2 1\n") ==
        "f.dat:11: area 2 already has an owner on line 10; remove one of the two");
    CHECK(
        error_with("2 2\n3 1\n", "2 1\n3 1\n") ==
        "f.dat:8: seat 2 has no area; give it one, or lower 'players'");
    CHECK(
        error_with("2 2\n3 1\n", "2 3\n3 1\n") ==
        "f.dat:10: the seat is '3', not an integer in range; give one from 1 to 2");
    CHECK(
        error_with("2 2\n3 1\n", "2\n3 1\n") ==
        "f.dat:10: 1 value where 2 are expected; a row is: AREA SEAT");
}

TEST_CASE("streams that can't be are refused with their line", "[dicewars]") {
    CHECK(
        error_with("ffffffff", "fffffffg") ==
        "f.dat:13: 'fffffffg' is not a hexadecimal word of 32 bits; give words of up to 8 digits "
        "0..f, or mt19937 SEED, or mt19937 SEED skip N");
    CHECK_THAT(error_with("ffffffff", "1ffffffff"), ContainsSubstring("not a hexadecimal word"));
    CHECK_THAT(error_with("ffffffff", "-1"), ContainsSubstring("not a hexadecimal word"));
    CHECK_THAT(error_with("ffffffff", "0x1"), ContainsSubstring("not a hexadecimal word"));
    CHECK_THAT(error_with("00000000 ffffffff", ""), ContainsSubstring("[stream] is empty"));
    CHECK(
        error_with("00000000 ffffffff", "mt19937 42 drop 5") ==
        "f.dat:13: 'drop' where 'skip' is expected; write mt19937 SEED, or mt19937 SEED skip N");
    CHECK_THAT(error_with("00000000 ffffffff", "mt19937"), ContainsSubstring("a row is: mt19937"));
    CHECK_THAT(
        error_with("00000000 ffffffff", "mt19937 4294967296"), ContainsSubstring("the seed is"));
    CHECK_THAT(
        error_with("00000000 ffffffff", "mt19937 1\nff"),
        ContainsSubstring("f.dat:14: a line after"));
    CHECK_THAT(error_with("shared", "seats"), ContainsSubstring("[stream 1] is missing"));
    CHECK_THAT(error_with("[stream]", "[stream 1]"), ContainsSubstring("[stream] is missing"));
    CHECK_THAT(error_with("shared", "own"), ContainsSubstring("give one of: shared, seats"));
}

TEST_CASE("hexes may be missing, but not be wrong", "[dicewars]") {
    const auto with_hexes = [](const std::string& rows) {
        return error_with("[stream]", "[hexes]\n" + rows + "[stream]");
    };
    CHECK(with_hexes("1 0 0\n2 2 0\n3 1 1\n") == "no error");
    CHECK(
        with_hexes("1 0 0\n2 1 0\n3 1 1\n") ==
        "f.dat:14: there is no cell 1 0; x and y must both be even or both odd");
    CHECK(with_hexes("1 0 0\n2 0 0\n3 1 1\n") == "f.dat:14: the cell 0 0 is taken; give it once");
    CHECK(
        with_hexes("1 0 0\n3 1 1\n") ==
        "f.dat:12: area 2 has no cell; add some, or leave out the whole section");
    CHECK_THAT(with_hexes("1 0\n"), ContainsSubstring("a row is: AREA X Y"));
}

TEST_CASE("unknown keys and parameters out of range are refused", "[dicewars]") {
    CHECK_THAT(
        error_with("[areas]", "reserve 3\n[areas]"), ContainsSubstring("unknown key 'reserve'"));
    CHECK_THAT(
        error_with("[areas]", "max_dice 9\n[areas]"),
        ContainsSubstring("f.dat:4: max_dice is '9', not an integer in range"));
    CHECK_THAT(error_with("[owners]", "[owner]"), ContainsSubstring("[owners] is missing"));
}
