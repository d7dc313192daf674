// referee/games/dicewars/README.md, "Answer" and "Faults": several commands in one answer, faults,
// switching off.

#include "support/catch.hpp"
#include "support/games/dicewars_boards.hpp"

#include "game/field_text.hpp"
#include "game/registry.hpp"

#include <nlohmann/json.hpp>

using namespace referee;

namespace {

/// A field 1-2-3-4-5 of three seats; the first word of a stream throws dice of 1, ffffffff would be
/// passed over for ever, a0000000 throws 6.
std::unique_ptr<const Field> field_with(
    const std::string& dice, const std::string& seats, const std::string& numbers = "00000000",
    const std::string& hexes = "") {
    std::string text = "game dicewars\nplayers 3\nstreams shared\nmax_battles 50\n[areas]\n";
    const int count = static_cast<int>(dice.size());
    for (int area = 1; area <= count; ++area) {
        text += dice[static_cast<std::size_t>(area) - 1];
        text += (area > 1 ? " " + std::to_string(area - 1) : "") +
                (area < count ? " " + std::to_string(area + 1) : "") + "\n";
    }
    text += "[owners]\n";
    for (int area = 1; area <= count; ++area) {
        text += std::to_string(area) + " " + seats[static_cast<std::size_t>(area) - 1] + "\n";
    }
    FieldText field("f.dat", text + hexes + "[stream]\n" + numbers + "\n");
    return game_named("dicewars").read_field(field);
}

Effect give(Position& position, const std::string& text, Fault fault = Fault::none) {
    const std::vector<Answer> answers{{position.players_to_move()[0], fault, text}};
    return position.apply(answers, {})[0];
}

std::string last_of(const Position& position, Seat seat) {
    StateFiles files(game_named("dicewars").info().files.size());
    position.write_files(seat, Phase::move, files);
    return files.of(3);
}

std::string key_of(const Position& position, Seat seat, const std::string& key) {
    StateFiles files(game_named("dicewars").info().files.size());
    position.write_files(seat, Phase::move, files);
    const std::size_t at = files.match_keys.find(key + " ") + key.size() + 1;
    return files.match_keys.substr(at, files.match_keys.find('\n', at) - at);
}

} // namespace

TEST_CASE("commands of one answer are carried out until a battle is lost", "[dicewars]") {
    const auto field = field_with("83211", "11223");
    const auto position = field->start(); // all dice are 1: the most dice win
    const Effect effect =
        give(*position, "transfer 1 2\nbattle 2 3\nbattle 3 4\nbattle 4 5\ntransfer 4 3\nend\n");
    CHECK(effect.fault == Fault::none);
    CHECK(effect.text == "transfer 1 2 battle 2 3 battle 3 4 battle 4 5"); // the game is over
    CHECK(effect.comment.substr(0, 24) == "5 dice moved; 8 : 2, won");
    CHECK(position->ending());

    const auto lost_field = field_with("22211", "11223");
    const auto lost = lost_field->start();
    const Effect stopped = give(*lost, "transfer 1 2 battle 2 3 battle 2 3 end");
    CHECK(stopped.text == "transfer 1 2 battle 2 3 battle 2 3"); // 3 : 2, won
    CHECK(stopped.fault == Fault::illegal); // a second battle with a single die
}

TEST_CASE("a lost battle drops the rest, and the seat is asked again", "[dicewars]") {
    const auto field = field_with("22211", "11223");
    const auto position = field->start();
    const Effect effect = give(*position, "battle 2 3 transfer 1 2 battle 1 9");
    CHECK(effect.fault == Fault::none);
    CHECK(effect.text == "battle 2 3");
    CHECK(effect.comment == "2 : 2, lost");
    CHECK(position->players_to_move()[0] == 1);
    CHECK(position->turn() == 1);
    CHECK(key_of(*position, 1, "battles_this_turn") == "1");
    CHECK(last_of(*position, 1) == "1 battle 2 3 2 2\n");
}

TEST_CASE("a refused command keeps what came before it and switches the seat off", "[dicewars]") {
    const auto field = field_with("22211", "11223");
    const auto position = field->start();
    const Effect effect = give(*position, "transfer 1 2 battle 1 5 end");
    CHECK(effect.fault == Fault::illegal);
    CHECK(effect.text == "transfer 1 2 battle 1 5");
    CHECK(effect.reason == "battle 1 5: area 1 has only one die");
    CHECK(position->is_eliminated(1));
    CHECK(position->players_to_move()[0] == 2);
    // Its turns end by themselves, its areas keep producing dice.
    give(*position, "end");
    give(*position, "end");
    CHECK(position->players_to_move()[0] == 2);
    CHECK_THAT(last_of(*position, 2), ContainsSubstring("3 end 5\n1 end "));
}

TEST_CASE("a timeout ends the turn, and the seat stays in", "[dicewars]") {
    const auto field = field_with("22211", "11223");
    const auto position = field->start();
    const Effect effect = give(*position, "", Fault::timeout);
    CHECK(effect.fault == Fault::timeout);
    CHECK(effect.text.empty());
    CHECK_FALSE(position->is_eliminated(1));
    CHECK(position->players_to_move()[0] == 2);
    CHECK(position->turn() == 1);
}

TEST_CASE("any other fault ends the turn and switches the seat off", "[dicewars]") {
    const auto field = field_with("22211", "11223");
    for (const Fault fault : {Fault::crash, Fault::exit, Fault::no_result, Fault::bad_result}) {
        const auto position = field->start();
        CHECK(give(*position, "", fault).fault == fault);
        CHECK(position->is_eliminated(1));
        CHECK(position->players_to_move()[0] == 2);
    }
    const auto position = field->start();
    CHECK(give(*position, "attack").fault == Fault::bad_result);
    CHECK(position->is_eliminated(1));
}

TEST_CASE("a game of switched-off seats ends without a winner", "[dicewars]") {
    const auto field = field_with("22211", "11223");
    const auto position = field->start();
    give(*position, "x");
    give(*position, "x");
    CHECK_FALSE(position->ending());
    give(*position, "x");
    REQUIRE(position->ending());
    CHECK(position->ending()->no_winner);
    CHECK(position->ending()->ranks == std::vector<int>{1, 1, 1});
    CHECK(position->ending()->reason == "nobody did anything");
    CHECK(position->players_to_move().empty());
}

TEST_CASE("a seat without areas is out, and ranks follow the eliminations", "[dicewars]") {
    const auto field = field_with("81111", "12333");
    const auto position = field->start();
    give(*position, "battle 1 2");
    CHECK(position->is_eliminated(2));
    CHECK_FALSE(position->ending());
    give(*position, "battle 2 3 battle 3 4 battle 4 5");
    REQUIRE(position->ending());
    CHECK(position->ending()->ranks == std::vector<int>{1, 3, 2});
    CHECK(position->ending()->scores == std::vector<double>{1, 0, 0});
    CHECK_FALSE(position->ending()->no_winner);
}

TEST_CASE("the watcher sees every command of an answer but the last", "[dicewars]") {
    const auto field = field_with("83211", "11223");
    const auto position = field->start();
    std::vector<int> seen;
    const std::vector<Answer> answers{{1, Fault::none, "transfer 1 2 battle 2 3 end"}};
    position->apply(answers, [&] { seen.push_back(position->turn()); });
    CHECK(seen == std::vector<int>{1, 2}); // the match shows the state after the last one itself
}

TEST_CASE("frames are JSON, with the map in the first one only", "[dicewars]") {
    const auto field = field_with("83211", "11223");
    const auto position = field->start();
    const nlohmann::json first = nlohmann::json::parse(position->to_json());
    CHECK(first["owners"] == "11223");
    CHECK(first["dice"] == "83211");
    CHECK(first["mover"] == 1);
    CHECK(first["map"]["edges"].size() == 4);
    REQUIRE(first["map"]["centres"].size() == 5);
    CHECK_FALSE(first["map"].contains("hexes"));
    for (const auto& centre : first["map"]["centres"]) {
        CHECK((centre[0] >= 0 && centre[0] <= 1000 && centre[1] >= 0 && centre[1] <= 1000));
    }
    give(*position, "transfer 1 2");
    const nlohmann::json second = nlohmann::json::parse(position->to_json());
    CHECK_FALSE(second.contains("map"));
    CHECK(second["last"]["command"] == "transfer");
    CHECK(second["last"]["dice"] == 5);
    give(*position, "battle 2 3 end");
    const nlohmann::json third = nlohmann::json::parse(position->to_json());
    CHECK(third["last"]["command"] == "end");
    CHECK(third["last"]["put_down"].size() == 3);
    CHECK(third["players"][0]["areas"] == 3);
}

TEST_CASE("the picture lists the areas where the field has no hexes", "[dicewars]") {
    const auto field = field_with("83211", "11223");
    const std::string picture = field->start()->render(false);
    CHECK_THAT(picture, ContainsSubstring("  2 a 3 - 1 3\n"));
    CHECK_THAT(picture, ContainsSubstring(">a seat 1"));
    CHECK_THAT(field->start()->render(true), ContainsSubstring("\x1b["));
}

TEST_CASE(
    "the map shows each area's number and dice, and which the last command touched", "[dicewars]") {
    // Areas of two cells beside each other, but the last of two below each other.
    const auto field = field_with(
        "83211", "11223", "00000000",
        "[hexes]\n1 0 0\n1 2 0\n2 4 0\n2 6 0\n3 5 1\n3 7 1\n4 1 1\n4 3 1\n5 8 2\n5 9 3\n");
    const auto position = field->start();
    CHECK_THAT(
        position->render(false), StartsWith("  1:8 2:3   \n"
                                            "   4:1 3:2  \n"
                                            "          1 \n"
                                            "          c \n"));
    give(*position, "battle 2 3");
    CHECK_THAT(
        position->render(false), StartsWith("  1:8 2*1   \n"
                                            "   4:1 3*2  \n"));
}
