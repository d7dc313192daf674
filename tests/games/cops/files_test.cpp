// referee/games/cops/README.md, "Files" and "Answer": the state files of both sides and the parsing
// of plans.

#include "support/catch.hpp"
#include "support/games/cops_states.hpp"

#include "games/cops/files.hpp"
#include "games/cops/frames.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace referee;
using namespace tests;

namespace {

/// A board of 5 × 5 with a bit of everything.
CopsGame small_game() {
    CopsGame game;
    game.parameters.size = 5;
    game.parameters.wall_length = 3;
    game.thief_on(2, 2).cops_on({{5, 5}, {1, 4}});
    game.add_gate(23).add_gate(8, false).add_wall(3, 3, true, CopsStep::west);
    game.add_wall(2, 4, false, CopsStep::north);
    game.state.surroundings_moved = true;
    return game;
}

StateFiles files_of(const CopsGame& game, bool is_thief, std::span<const cops::State> before = {}) {
    StateFiles files(cops::state_files().size());
    cops::write_match_keys(game.state, game.parameters, is_thief, files);
    cops::write_state(game.state, before, game.parameters, is_thief, files);
    return files;
}

} // namespace

TEST_CASE("gamefield.dat shows the first of T C W G # . on each cell", "[cops]") {
    CHECK(
        files_of(small_game(), true).of(gamefield_file) == "G # # # # # #\n"
                                                           "G . . . . . #\n"
                                                           "# . T . . . G\n"
                                                           "# . . W . . G\n"
                                                           "# C W W W . #\n"
                                                           "# . . W . C #\n"
                                                           "# # # # # # #\n");
}

TEST_CASE("player.dat and opponent.dat hold the units of the two sides", "[cops]") {
    const CopsGame game = small_game();
    CHECK(files_of(game, true).of(player_file) == "2 2\n");
    CHECK(files_of(game, true).of(opponent_file) == "5 5\n1 4\n");
    CHECK(files_of(game, false).of(player_file) == "5 5\n1 4\n");
    CHECK(files_of(game, false).of(opponent_file) == "2 2\n");
}

TEST_CASE("match.dat of cops tells role, tick, counts and every parameter", "[cops]") {
    CopsGame game = small_game();
    game.state.tick = 35;
    CHECK(
        files_of(game, false).match_keys ==
        "role cops\ntick 35\ncops 2\ngates 2\nwalls 2\nsize 5\nticks 200\nplan_length 5\n"
        "capture_radius 0\nswap_capture 0\nwall_length 3\ngate_width 2\ngate_move 0.5\n"
        "gate_turn 0.01\nwall_move 0.75\nwall_turn 0.05\n");
    CHECK_THAT(files_of(game, true).match_keys, StartsWith("role thief\n"));
}

TEST_CASE("history.dat holds the boards before and the one now, without directions", "[cops]") {
    CopsGame game = small_game();
    game.state.tick = 9;
    cops::State before = game.state;
    game.tick("E--");
    game.move_surroundings("0- 0- 0m 0-");
    before.surroundings_moved = false;
    CHECK(
        files_of(game, true, std::span(&before, 1)).of(history_file) ==
        "state 8\nthief 2 2\ncop 5 5\ncop 1 4\ngate 23\ngate 8\nwall 3 3 vertical\n"
        "wall 2 4 horizontal\n"
        "state 10\nthief 3 2\ncop 5 5\ncop 1 4\ngate 0\ngate 8\nwall 3 3 vertical\n"
        "wall 2 4 horizontal\n");
}

TEST_CASE("a plan is so many letters for each unit, wherever its lines end", "[cops]") {
    using cops::Step;
    const std::vector<Step> expected{Step::north, Step::east, Step::south,
                                     Step::west,  Step::wait, Step::north};
    for (const std::string text :
         {"N E S W - N", "N E S\nW - N\n", "N\nE\nS\nW\n-\nN", "N\tE S\r\nW - N\r\n"}) {
        CAPTURE(text);
        const cops::ReadPlan plan = cops::read_plan(text, 2, 3);
        CHECK(plan.error == "");
        CHECK(plan.steps == expected);
        CHECK(cops::text_of(plan.steps) == "N E S W - N");
    }
}

TEST_CASE("a plan of the wrong shape can't be read", "[cops]") {
    CHECK(
        cops::read_plan("N E S W", 1, 5).error ==
        "4 of 5 words; write 5 words N, E, S, W or -: 5 for the one unit");
    CHECK(
        cops::read_plan("N E S W - N", 1, 5).error ==
        "line 1, word 6: unexpected 'N' after the answer; write 5 words N, E, S, W or -: 5 for the one unit");
    CHECK(
        cops::read_plan("N E\nS", 2, 2).error ==
        "3 of 4 words; write 4 words N, E, S, W or -: 2 for each of the 2 units");
    CHECK_FALSE(cops::read_plan("", 1, 5).error.empty());
}

TEST_CASE("a wrong letter can't be read", "[cops]") {
    CHECK(
        cops::read_plan("N E\nX S W", 1, 5).error ==
        "line 2, word 1 ('X'): not a step; write 5 words N, E, S, W or -: 5 for the one unit");
    for (const std::string word : {"n", "NE", "0", "--", "north", "\xEF\xBB\xBFN"}) {
        CAPTURE(word);
        CHECK_FALSE(cops::read_plan(word + " N N N N", 1, 5).error.empty());
    }
    CHECK_FALSE(cops::read_plan(std::string("N N N N N\0", 10), 1, 5).error.empty());
}

TEST_CASE("the frame of cops is JSON with board, units, gates and walls", "[cops]") {
    const CopsGame game = small_game();
    const auto frame = nlohmann::json::parse(cops::frame(game.state, game.parameters));
    CHECK(frame["game"] == "cops");
    CHECK(frame["size"] == 5);
    CHECK(frame["planning"] == true);
    CHECK(frame["board"][2] == "#.T...G");
    CHECK(frame["thief"] == nlohmann::json({2, 2}));
    CHECK(frame["cops"] == nlohmann::json({{5, 5}, {1, 4}}));
    CHECK(frame["gates"][0]["cells"] == nlohmann::json({{0, 1}, {0, 0}}));
    CHECK(frame["gates"][1]["clockwise"] == false);
    CHECK(frame["walls"][0]["heading"] == "W");
    CHECK(frame["walls"][1]["length"] == 3);
}

TEST_CASE("the picture of cops has a line for each row, and colours only if asked for", "[cops]") {
    const CopsGame game = small_game();
    const std::string plain = cops::render(game.state, game.parameters, false);
    CHECK(std::count(plain.begin(), plain.end(), '\n') == 8);
    CHECK(plain.find('\x1b') == std::string::npos);
    CHECK_THAT(plain, StartsWith("  0 G # # # # # #   tick 0 of 200\n"));
    CHECK_THAT(cops::render(game.state, game.parameters, true), ContainsSubstring("\x1b["));
}

TEST_CASE("states that differ in anything have different texts", "[cops]") {
    const CopsGame game = small_game();
    std::vector<cops::State> others(9, game.state);
    others[0].tick = 1;
    others[1].surroundings_moved = false;
    others[2].end = cops::End::survived;
    others[3].payoff = 1;
    others[4].thief.x = 3;
    others[5].cops[1].y = 3;
    others[6].gates[0].clockwise = false;
    others[7].walls[0].heading = CopsStep::east;
    others[8].walls[1].vertical = true;
    for (const cops::State& other : others) {
        CHECK(cops::canonical_text(other) != cops::canonical_text(game.state));
    }
}
