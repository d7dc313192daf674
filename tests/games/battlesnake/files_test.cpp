// referee/games/battlesnake/README.md, "Files", and referee/match/README.md, "result.dat".

#include "base/names.hpp"
#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"

#include "games/battlesnake/files.hpp"
#include "games/battlesnake/frames.hpp"

#include <nlohmann/json.hpp>

using namespace referee;
using namespace referee::battlesnake;
using namespace tests;
using namespace std::string_view_literals;

namespace {

Setup three_snakes() {
    return battlesnake_setup(
        battlesnake_field(5, {"90 1,1 1,0 0,0", "80 4,4 4,3 4,3", "70 0,3 1,3"}, {"2,2", "0,4"}));
}

StateFiles files_of(const State& state, int seat) {
    StateFiles files(state_files().size());
    write_state(state, three_snakes(), seat, files);
    return files;
}

std::string reading_of(std::string_view text) {
    const ReadDirection read = read_direction(text);
    return read.error.empty() ? std::string(name_of(read.direction)) : read.error;
}

} // namespace

TEST_CASE("player.dat is seat, health, length and the body, head first", "[battlesnake]") {
    const State state = three_snakes().start;
    CHECK(files_of(state, 1).of(0) == "1\n90\n3\n1 1\n1 0\n0 0\n");
    CHECK(files_of(state, 2).of(0) == "2\n80\n3\n4 4\n4 3\n4 3\n");
}

TEST_CASE("opponent.dat is the number of living opponents and the same of each", "[battlesnake]") {
    const State state = three_snakes().start;
    CHECK(files_of(state, 2).of(1) == "2\n1\n90\n3\n1 1\n1 0\n0 0\n3\n70\n2\n0 3\n1 3\n");
    const State later = after(state, {{"right", "left", "left"}}); // seat 3 leaves the board
    CHECK(files_of(later, 2).of(1) == "1\n1\n89\n3\n2 1\n1 1\n1 0\n");
    CHECK(files_of(later, 3).of(0) == "3\n69\n2\n-1 3\n0 3\n");
    CHECK(files_of(later, 3).of(1).substr(0, 4) == "2\n1\n");
}

TEST_CASE("gamefield.dat shows the board, top row first", "[battlesnake]") {
    CHECK(files_of(three_snakes().start, 1).of(2) == "F...B\nCc..b\n..F..\n.A...\naa...\n");
    const State later = after(three_snakes().start, {{"right", "left", "left"}});
    CHECK(files_of(later, 1).of(2) == "F..Bb\n....b\n..F..\n.aA..\n.a...\n");
}

TEST_CASE("match.dat gets the field's values, the food and the last move", "[battlesnake]") {
    CHECK(
        files_of(three_snakes().start, 1).match_keys ==
        "food 2\nlast_move none\nwidth 5\nheight 5\nminimum_food 0\nfood_chance 15\n"
        "max_turns 5000\nfirst_move down\n");
    const State later = after(three_snakes().start, {{"right", "left", "up"}}); // seat 3 eats
    CHECK_THAT(
        files_of(later, 2).match_keys,
        ContainsSubstring("food 1\n") && ContainsSubstring("last_move left\n"));
}

TEST_CASE("an answer is one of four words", "[battlesnake]") {
    for (const std::string_view name : all_names<Direction>) {
        CHECK(reading_of(name) == name);
    }
    CHECK(reading_of("  left\r\n\n") == "left");
}

TEST_CASE("every other answer is refused with line and word", "[battlesnake]") {
    CHECK(reading_of("") == "the answer is empty; write up, down, left or right");
    CHECK(
        reading_of("UP") ==
        "line 1, word 1 ('UP'): not a direction; write up, down, left or right");
    CHECK_THAT(reading_of("\n north"), StartsWith("line 2, word 1 ('north')"));
    CHECK_THAT(reading_of("up up"), StartsWith("line 1, word 2: unexpected 'up' after the answer"));
    CHECK_THAT(reading_of("up\0"sv), StartsWith("line 1, word 1"));
    CHECK_THAT(reading_of("\xEF\xBB\xBFup"), StartsWith("line 1, word 1"));
    CHECK_THAT(reading_of("0"), StartsWith("line 1, word 1 ('0'): not a direction"));
}

TEST_CASE("a frame of battlesnake is a JSON object with food and all snakes", "[battlesnake]") {
    const State later = after(three_snakes().start, {{"right", "left", "left"}});
    const auto json = nlohmann::json::parse(frame(later, three_snakes()));
    CHECK(json["game"] == "battlesnake");
    CHECK(json["turn"] == 1);
    CHECK(json["food"] == nlohmann::json::parse("[[2,2],[0,4]]"));
    REQUIRE(json["snakes"].size() == 3);
    CHECK(json["snakes"][0]["alive"] == true);
    CHECK(json["snakes"][2]["alive"] == false);
    CHECK(json["snakes"][2]["cause"] == "wall");
    CHECK(json["snakes"][2]["died"] == 1);
    CHECK(json["snakes"][2]["body"] == nlohmann::json::parse("[[-1,3],[0,3]]"));
}

TEST_CASE("the picture shows fates, and all snakes on a low board", "[battlesnake]") {
    const State later = after(three_snakes().start, {{"right", "left", "left"}});
    CHECK_THAT(
        render(later, three_snakes(), false),
        ContainsSubstring("C  seat 3  health  69  length   2  dead on turn 1: left the board"));
    const Setup low =
        battlesnake_setup(battlesnake_field(3, {"100 0,0", "100 2,2", "100 0,2", "100 2,0"}));
    for (const char* const line : {"A  seat 1", "B  seat 2", "C  seat 3", "D  seat 4"}) {
        CHECK_THAT(render(low.start, low, false), ContainsSubstring(line));
    }
    CHECK_THAT(render(low.start, low, true), ContainsSubstring("\x1b["));
}
