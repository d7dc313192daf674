// referee/games/spe_ed/README.md, "Files", "Answer", "Faults" and "End": spe_ed through the
// contract.

#include "support/catch.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/spe_ed/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

using namespace referee;

namespace {

/// A game on a small board, answered in the order of its movers.
struct Race {
    LoadedField field;
    std::unique_ptr<Position> position;

    explicit Race(const std::string& players, const std::string& keys = "width 9\nheight 8\n")
        : field(load_field(
              "race.dat", "game spe_ed\n" + keys + "[players]\n" + players + "[deadlines]\n5\n")),
          position(field.field->start()) {}

    std::vector<Effect> play(const std::vector<std::string>& words) {
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto fault = named<Fault>(words[i]); // the name of a fault stands for it
            answers.push_back(
                {position->players_to_move()[i], fault.value_or(Fault::none),
                 fault ? std::string_view() : std::string_view(words[i])});
        }
        return position->apply(answers, {});
    }
    std::vector<Seat> players_to_move() const {
        return {position->players_to_move().begin(), position->players_to_move().end()};
    }
    std::string file(Seat seat, std::size_t index) const {
        StateFiles files(3);
        position->write_files(seat, Phase::move, files);
        return files.of(index);
    }
};

const std::string three = "1 1 down\n4 1 down\n7 1 down\n";

} // namespace

TEST_CASE("spe_ed is a game for two to six who move at once, timed by the field", "[spe_ed]") {
    const GameInfo& info = game_named("spe_ed").info();
    CHECK(info.min_seats == 2);
    CHECK(info.max_seats == 6);
    CHECK(info.simultaneous);
    CHECK(Race(three).position->time_limit() == std::chrono::seconds(5));
    CHECK(Race(three).players_to_move() == std::vector<Seat>{1, 2, 3});
}

TEST_CASE("the state files of spe_ed hold what the page says", "[spe_ed]") {
    Race race(three, "width 9\nheight 3\n");
    race.play({"change_nothing", "timeout", "turn_left"});
    CHECK(race.file(3, 0) == "3 8 1 right 1 1\n");
    CHECK(race.file(3, 1) == "1 1 2 down 1 1\n2 4 1 down 1 0\n");
    CHECK(race.file(3, 2) == "9 3\n0 0 0 0 0 0 0 0 0\n0 1 0 0 2 0 0 3 3\n0 1 0 0 0 0 0 0 0\n");
    StateFiles files(3);
    race.position->write_files(3, Phase::move, files);
    CHECK(files.match_keys == "round 2\nwidth 9\nheight 3\nmax_rounds 27\n");
    CHECK(race.position->turn() == 1);
}

TEST_CASE("a cell where two met is -1 in gamefield.dat", "[spe_ed]") {
    Race race("1 1 right\n3 1 left\n7 7 up\n");
    race.play({"change_nothing", "change_nothing", "change_nothing"});
    CHECK_THAT(race.file(3, 2), ContainsSubstring("0 1 -1 2 0"));
}

TEST_CASE("each fault puts a player of spe_ed out without moving", "[spe_ed]") {
    for (const std::string fault : {"timeout", "crash", "exit", "no-result", "bad-result"}) {
        CAPTURE(fault);
        Race race(three);
        const auto effects = race.play({"change_nothing", fault, "change_nothing"});
        CHECK(name_of(effects[1].fault) == fault);
        CHECK(effects[1].comment == "out: fault");
        CHECK(race.players_to_move() == std::vector<Seat>{1, 3});
        CHECK(race.position->is_eliminated(2));
        CHECK_FALSE(race.position->is_eliminated(1));
        CHECK(race.file(2, 0) == "2 4 1 down 1 0\n");
    }
}

TEST_CASE("an answer is one of the five words, and nothing else", "[spe_ed]") {
    Race good(three);
    const auto effects = good.play({" turn_left\n", "turn_right\r\n", "\tspeed_up"});
    CHECK(effects[0].text == "turn_left");
    CHECK(effects[1].text == "turn_right");
    CHECK(effects[2].text == "speed_up");
    for (const std::string text :
         {"left", "TURN_LEFT", "turn_left turn_left", "0", "jump", " \n",
          "turn_left\xef\xbb\xbf"}) {
        CAPTURE(text);
        Race race(three);
        const auto bad = race.play({"change_nothing", text, "change_nothing"});
        CHECK(bad[1].fault == Fault::bad_result);
        CHECK(bad[1].text.empty());
        CHECK_FALSE(bad[1].reason.empty());
        CHECK(race.position->is_eliminated(2));
    }
    CHECK(
        spe_ed::read_action("left").error ==
        "line 1, word 1 ('left'): not an action; write turn_left, turn_right, slow_down, speed_up "
        "or "
        "change_nothing");
}

TEST_CASE("a speed of 0 or 11 is illegal, puts out and stays to be seen", "[spe_ed]") {
    Race race("1 1 down\n4 1 down 10\n7 1 down\n");
    const auto effects = race.play({"slow_down", "speed_up", "change_nothing"});
    CHECK(effects[0].fault == Fault::illegal);
    CHECK(effects[0].text == "slow_down");
    CHECK(effects[0].reason == "slow_down: the speed would be 0, not from 1 to 10");
    CHECK(effects[1].fault == Fault::illegal);
    CHECK(race.file(1, 0) == "1 1 1 down 0 0\n");
    CHECK(race.file(2, 0) == "2 4 1 down 11 0\n");
    REQUIRE(race.position->ending());
    CHECK(race.position->ending()->ranks == std::vector<int>{2, 2, 1});
}

TEST_CASE("a crash and the border are no faults", "[spe_ed]") {
    Race race("1 1 left 3\n4 4 up\n4 5 up\n7 1 down\n");
    const auto effects =
        race.play({"change_nothing", "change_nothing", "change_nothing", "change_nothing"});
    CHECK(effects[0].fault == Fault::none);
    CHECK(effects[0].comment == "out: left the board");
    CHECK(effects[2].fault == Fault::none);
    CHECK(effects[2].comment == "out: crash");
    CHECK(race.file(1, 0) == "1 -1 1 left 3 0\n");
    CHECK(race.players_to_move() == std::vector<Seat>{2, 4});
}

TEST_CASE(
    "whoever leaves the board is out by the border, also when another met its cell", "[spe_ed]") {
    Race race("1 1 left 3\n0 2 up\n7 1 down\n");
    const auto effects = race.play({"change_nothing", "change_nothing", "change_nothing"});
    CHECK_THAT(race.file(3, 2), ContainsSubstring("\n-1 1 0 0 0 0 0 3 0\n")); // they met there
    CHECK(effects[0].comment == "out: left the board");
    CHECK(effects[1].comment == "out: crash");
}

TEST_CASE("ranks go by the round in which a player went out, the same round shares", "[spe_ed]") {
    Race race("1 1 down\n3 1 down\n5 1 down\n7 1 down\n");
    race.play({"timeout", "change_nothing", "change_nothing", "change_nothing"});
    CHECK_FALSE(race.position->ending());
    race.play({"timeout", "exit", "change_nothing"});
    REQUIRE(race.position->ending());
    CHECK(race.position->ending()->ranks == std::vector<int>{4, 2, 2, 1});
    CHECK(race.position->ending()->scores == std::vector<double>{0, 0, 0, 1});
    CHECK(race.position->ending()->reason == "one is left");
    CHECK(race.players_to_move().empty());
}

TEST_CASE("when the last ones go out together, they share the first place", "[spe_ed]") {
    Race race(three);
    race.play({"timeout", "change_nothing", "change_nothing"});
    race.play({"exit", "crash"});
    REQUIRE(race.position->ending());
    CHECK(race.position->ending()->ranks == std::vector<int>{3, 1, 1});
    CHECK(race.position->ending()->scores == std::vector<double>{0, 0.5, 0.5});
    CHECK(race.position->ending()->reason == "nobody is left");
}

TEST_CASE("after max_rounds those who still play share the first place", "[spe_ed]") {
    Race race(three, "width 9\nheight 8\nmax_rounds 2\n");
    race.play({"timeout", "change_nothing", "change_nothing"});
    CHECK_FALSE(race.position->ending());
    race.play({"change_nothing", "change_nothing"});
    REQUIRE(race.position->ending());
    CHECK(race.position->ending()->ranks == std::vector<int>{3, 1, 1});
    CHECK(race.position->ending()->reason == "rounds used up");
    CHECK(race.players_to_move().empty());
}

TEST_CASE("the picture of spe_ed shows heads, trails and who is out", "[spe_ed]") {
    Race race("1 1 right\n3 1 left\n7 0 down\n0 0 down\n", "width 9\nheight 3\n");
    race.play({"change_nothing", "change_nothing", "change_nothing", "turn_left"});
    CHECK(
        race.position->render(false) == "4>.....3.\n"
                                        ".1x2...v.\n"
                                        ".........\n"
                                        "round 2\n"
                                        "seat 1    2   1  right  speed  1  out in round 1: crash\n"
                                        "seat 2    2   1  left   speed  1  out in round 1: crash\n"
                                        "seat 3    7   1  down   speed  1\n"
                                        "seat 4    1   0  right  speed  1\n");
    const std::string coloured = race.position->render(true);
    CHECK(std::count(coloured.begin(), coloured.end(), '\n') == 2 + 5);
}

TEST_CASE("the frame of spe_ed is JSON with the board in rows", "[spe_ed]") {
    Race race(three, "width 9\nheight 3\n");
    race.play({"change_nothing", "timeout", "turn_left"});
    const auto frame = nlohmann::json::parse(race.position->to_json());
    CHECK(frame["board"] == nlohmann::json({".........", ".1..2..33", ".1......."}));
    CHECK(frame["round"] == 2);
    CHECK(frame["running"] == true);
    CHECK(frame["players"][1]["out"]["reason"] == "fault");
    CHECK(frame["players"][2]["direction"] == "right");
    CHECK(frame["players"][2]["out"].is_null());
}

TEST_CASE("the same player on all seats of a point-symmetric field gets a draw", "[spe_ed]") {
    // Each seat sees the board turned by half a circle, so a player without chance does the same.
    Race race("2 2 right\n6 5 left\n");
    while (!race.position->ending()) {
        const std::string word = race.position->turn() % 3 == 2 ? "turn_left" : "change_nothing";
        race.play({word, word});
    }
    CHECK(race.position->ending()->ranks == std::vector<int>{1, 1});
}
