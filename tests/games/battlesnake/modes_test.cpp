// referee/games/battlesnake/README.md, "A turn" and "Fields": what wrapped boards, constrictor and
// hazards change. tests/golden/battlesnake_modes_test.cpp has whole games.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/user_error.hpp"

#include "game/registry.hpp"
#include "games/battlesnake/files.hpp"
#include "games/battlesnake/frames.hpp"
#include "match/move_files.hpp"

#include <nlohmann/json.hpp>

using namespace referee;
using namespace referee::battlesnake;
using namespace tests;

namespace {

Setup scene(
    const std::string& keys, const std::vector<std::string>& snakes,
    const std::vector<std::string>& food = {}, const std::string& hazards = "",
    const std::string& changes = "") {
    return battlesnake_setup(
        battlesnake_field(7, snakes, food, {"0"}, keys) + "[hazards]\n" + hazards +
        "\n[hazard_changes]\n" + changes);
}

State play(const Setup& setup, const std::vector<std::vector<std::string_view>>& turns) {
    State state = setup.start;
    for (const auto& words : turns) {
        apply(state, setup, moves_of(words));
    }
    return state;
}

std::string error_of(const std::string& keys, const std::string& sections) {
    return user_error_of([&] {
        load_field("f.dat", battlesnake_field(7, {"100 1,1"}, {}, {"0"}, keys) + sections);
    });
}

} // namespace

TEST_CASE("on a wrapped board a head enters on the opposite side", "[battlesnake][modes]") {
    const Setup setup = scene("wrapped 1\n", {"100 0,3 1,3", "100 3,0 3,1", "100 6,5 5,5"});
    const State state = play(setup, {{"left", "down", "right"}});
    CHECK(body_text(state, 1) == "6,3 0,3");
    CHECK(body_text(state, 2) == "3,6 3,0");
    CHECK(body_text(state, 3) == "0,5 6,5");
    CHECK(
        body_text(play(setup, {{"left", "down", "right"}, {"up", "left", "up"}}), 1) == "6,4 6,3");
    CHECK(state.living_count() == 3);
}

TEST_CASE("a body over the border is an obstacle and is taken off whole", "[battlesnake][modes]") {
    const Setup setup = scene("wrapped 1\n", {"5 1,3 0,3 6,3 5,3", "100 6,2 6,1", "1 0,1 0,0"});
    const State state = play(setup, {{"right", "up", "right"}});
    CHECK(state.snake(2).cause == Cause::body);
    CHECK(state.snake(2).killer == 1);
    CHECK(state.snake(3).cause == Cause::starved);
    CHECK(state.board.owner(cell_at(6, 2)) == 0);
    CHECK(state.board.owner(cell_at(6, 3)) == 1);
}

TEST_CASE(
    "without an answer a wrapped snake first goes from neck to head", "[battlesnake][modes]") {
    const Setup setup = scene("wrapped 1\n", {"100 0,3 6,3"});
    CHECK(fallback_move(setup.start.snake(1), Direction::up) == Direction::right);
}

TEST_CASE("a field's bodies lie over the border only on wrapped boards", "[battlesnake][modes]") {
    const std::vector<std::string> snakes{"100 0,3 6,3 6,4"};
    CHECK(body_text(scene("wrapped 1\n", snakes).start, 1) == "0,3 6,3 6,4");
    CHECK_THAT(
        user_error_of([&] { load_field("f.dat", battlesnake_field(7, snakes)); }),
        ContainsSubstring("the body is not connected: 6,3 after 0,3"));
}

TEST_CASE("the warning about odd distances needs even sides if wrapped", "[battlesnake][modes]") {
    const auto has_warning = [](int size, const std::string& keys) {
        const auto lines =
            load_field("f.dat", battlesnake_field(size, {"100 1,1", "100 1,2"}, {}, {"0"}, keys))
                .field->describe();
        return lines.back().starts_with("warning: the heads");
    };
    CHECK(has_warning(7, ""));
    CHECK(has_warning(8, "wrapped 1\n"));
    CHECK_FALSE(has_warning(7, "wrapped 1\n"));
}

TEST_CASE(
    "a hazard costs its damage besides hunger, and each layer again", "[battlesnake][modes]") {
    const Setup setup = scene("", {"100 1,1", "100 5,5"}, {}, "1,2 5,6*3");
    State state = play(setup, {{"up", "up"}});
    CHECK(state.snake(1).health == 85);
    CHECK(state.snake(2).health == 57);
    state = play(setup, {{"up", "up"}, {"up", "left"}});
    CHECK(state.snake(1).health == 84); // only the head counts
}

TEST_CASE("food protects from the hazard under it", "[battlesnake][modes]") {
    const Setup setup = scene("hazard_damage 100\n", {"3 1,1"}, {"1,2"}, "1,2");
    const State state = play(setup, {{"up"}});
    CHECK(state.snake(1).health == 100);
    CHECK(state.lives(1));
}

TEST_CASE("who starves in a hazard is out by it, even without damage", "[battlesnake][modes]") {
    const Setup setup = scene("hazard_damage 0\n", {"1 1,1", "1 5,5"}, {}, "1,2");
    const State state = play(setup, {{"up", "up"}});
    CHECK(state.snake(1).cause == Cause::hazard);
    CHECK(state.snake(1).killer == 0);
    CHECK(state.snake(2).cause == Cause::starved);
}

TEST_CASE("a snake out by a hazard is no obstacle in that turn", "[battlesnake][modes]") {
    const Setup setup =
        scene("hazard_damage 100\n", {"100 3,3 3,2 3,1", "100 2,2 1,2 0,2"}, {}, "3,4");
    const State state = play(setup, {{"up", "right"}});
    CHECK(state.snake(1).cause == Cause::hazard);
    CHECK(state.snake(1).health == 0);
    CHECK(state.lives(2));
}

TEST_CASE("a negative damage heals up to 100 and saves from starving", "[battlesnake][modes]") {
    const Setup setup = scene("hazard_damage -20\n", {"1 1,1", "95 5,5"}, {}, "1,2 5,6");
    const State state = play(setup, {{"up", "up"}});
    CHECK(state.snake(1).health == 20);
    CHECK(state.snake(2).health == 100);
}

TEST_CASE("hazards placed in a turn hurt from the next one on", "[battlesnake][modes]") {
    const Setup setup = scene("", {"100 1,1"}, {}, "", "1 +1,2 +1,3*2\n2 -1,3\n3 +0,0\n");
    State state = play(setup, {{"up"}});
    CHECK(state.snake(1).health == 99);
    CHECK(setup.hazards.layers(cell_at(1, 3), 0) == 0);
    CHECK(setup.hazards.layers(cell_at(1, 3), 1) == 2);
    CHECK(setup.hazards.layers(cell_at(1, 3), 2) == 1);
    CHECK(setup.hazards.layers(cell_at(1, 3), 5000) == 1); // the list doesn't start over
    state = play(setup, {{"up"}, {"up"}});
    CHECK(state.snake(1).health == 70); // two layers, as before the turn
}

TEST_CASE("constrictor: the start, growth and food", "[battlesnake][modes]") {
    const Setup setup = scene("constrictor 1\n", {"7 1,1 1,2 1,3", "50 5,5 5,5"}, {"3,3"});
    CHECK(setup.start.food == 0);
    CHECK(setup.start.snake(1).health == 100);
    CHECK(body_text(setup.start, 1) == "1,1 1,2 1,3 1,3");
    CHECK(body_text(setup.start, 2) == "5,5 5,5");
    const State state = play(setup, {{"right", "up"}, {"right", "up"}});
    CHECK(body_text(state, 1) == "3,1 2,1 1,1 1,2 1,3 1,3");
    CHECK(state.snake(1).health == 100);
}

TEST_CASE("constrictor: food placed in a turn protects in the next", "[battlesnake][modes]") {
    // Across the border: beside a head no food is placed.
    const Setup setup = battlesnake_setup(
        battlesnake_field(
            7, {"100 5,3"}, {}, {"1 0,3"}, "wrapped 1\nconstrictor 1\nhazard_damage 100\n") +
        "[hazards]\n0,3\n");
    State state = play(setup, {{"right"}});
    CHECK(food_text(state) == "0,3");
    state = play(setup, {{"right"}, {"right"}});
    CHECK(state.lives(1));
    CHECK(state.snake(1).health == 100);
    state = play(setup, {{"right"}, {"up"}, {"up"}});
    CHECK(food_text(state) == "0,3"); // it vanished, and new food came
}

TEST_CASE(
    "constrictor: the dead grow once, and lengths count before growth", "[battlesnake][modes]") {
    const Setup setup = scene("constrictor 1\n", {"100 1,3 0,3", "100 3,3 4,3 5,3", "100 6,6"});
    const State state = play(setup, {{"right", "left", "left"}, {"left", "up", "left"}});
    CHECK(state.snake(1).cause == Cause::head);
    CHECK(state.snake(1).health == 100);
    CHECK(body_text(state, 1) == "2,3 1,3 0,3 0,3");
    CHECK(state.snake(1).died_on == 1);
    CHECK(state.lives(2));
}

TEST_CASE("fields say what is wrong with hazards", "[battlesnake][modes]") {
    CHECK(
        error_of("", "[hazards]\n1,1 7,1\n") ==
        "f.dat:11: 7,1 is off the board; x is from 0 to 6, y from 0 to 6");
    CHECK_THAT(
        error_of("", "[hazards]\n1,1*0\n"), StartsWith("f.dat:11: value 1 is '1,1*0': layers"));
    CHECK_THAT(error_of("", "[hazards]\n1;1\n"), StartsWith("f.dat:11: value 1 is '1;1', not x,y"));
    CHECK_THAT(error_of("", "[hazard_changes]\n3 1,1\n"), ContainsSubstring("without + or -"));
    CHECK_THAT(
        error_of("", "[hazard_changes]\n3 -1,1\n"),
        StartsWith("f.dat:11: 1 of 0 layers on 1,1 can't go"));
    CHECK_THAT(
        error_of("", "[hazard_changes]\n3 +1,1\n2 +1,1\n"),
        StartsWith("f.dat:12: turn 2 after turn 3"));
    CHECK_THAT(error_of("", "[hazard_changes]\n0 +1,1\n"), StartsWith("f.dat:11: "));
    CHECK_THAT(
        error_of("", "[hazards]\n1,1*200 1,1*56\n"), StartsWith("f.dat:11: 256 layers on 1,1"));
    CHECK_THAT(error_of("wrapped 2\n", ""), StartsWith("f.dat:5: "));
    CHECK_THAT(error_of("hazard_damage 101\n", ""), StartsWith("f.dat:5: "));
}

TEST_CASE("only games that aren't standard have hazards.dat and the keys", "[battlesnake][modes]") {
    const auto files_of = [](const Setup& setup) {
        StateFiles files(state_files().size());
        write_state(setup.start, setup, 1, files);
        return files;
    };
    const StateFiles standard = files_of(scene("hazard_damage 3\n", {"100 1,1"}));
    CHECK(standard.of(3).empty());
    CHECK_THAT(standard.match_keys, !ContainsSubstring("hazard_damage"));
    CHECK(is_in_some_games(state_files()[3])); // so that nobody writes an empty one
    const StateFiles royale = files_of(scene("", {"100 1,1"}, {}, "3,3 2,4*2 1,1"));
    CHECK(royale.of(3) == "3\n1 1 1\n3 3 1\n2 4 2\n");
    CHECK_THAT(
        royale.match_keys, ContainsSubstring("wrapped 0\nconstrictor 0\nhazard_damage 14\n"));
    CHECK(files_of(scene("wrapped 1\n", {"100 1,1"})).of(3) == "0\n");
}

TEST_CASE("frames and pictures show hazards", "[battlesnake][modes]") {
    const Setup setup = scene("", {"100 1,1"}, {"0,0"}, "0,0 1,0*3 2,0 1,1");
    const auto json = nlohmann::json::parse(frame(setup.start, setup));
    CHECK(json["hazards"] == nlohmann::json::parse("[[0,0,1],[1,0,3],[2,0,1],[1,1,1]]"));
    CHECK(json["wrapped"] == false);
    CHECK_THAT(render(setup.start, setup, false), ContainsSubstring(" 0  F 3 ~ . . . .\n"));
    CHECK_THAT(render(setup.start, setup, false), ContainsSubstring("turn 0, food 1, hazards 4"));
    CHECK_THAT(render(setup.start, setup, true), ContainsSubstring("48;5;54m"));
    const Setup standard = scene("", {"100 1,1"});
    CHECK_FALSE(nlohmann::json::parse(frame(standard.start, standard)).contains("hazards"));
}

TEST_CASE("a state on a wrapped board is read back", "[battlesnake][modes]") {
    const Setup setup = scene("wrapped 1\n", {"100 0,3 6,3 6,4", "100 3,0 3,6"});
    const State state = play(setup, {{"right", "right"}});
    CHECK(canonical_text(read_state(canonical_text(state), setup)) == canonical_text(state));
}
