// referee/games/cops/README.md, "Answer", "Faults" and "Match", through the contract.

#include "support/catch.hpp"
#include "support/games/cops_states.hpp"

#include "game/registry.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace referee;
using tests::history_file;

namespace {

/// A thief in the open and two cops; the only gate waits far away and moves once, in tick 5.
std::string field_text(int ticks, int plan_length) {
    std::string text = fmt::format(
        "game cops\nsize 12\nticks {}\nplan_length {}\n[thief]\n2 2\n[cops]\n12 12\n11 12\n"
        "[gates]\n20 cw\n[walls]\n5 5 horizontal E\n[ticks]\n",
        ticks, plan_length);
    for (int tick = 0; tick < ticks; ++tick) {
        text += tick == 5 ? "0- 0m\n" : "0- 0-\n";
    }
    return text;
}

/// A game and the files of its last look.
class Chase {
  public:
    explicit Chase(int ticks = 50, int plan_length = 5)
        : field_(load_field("chase.dat", field_text(ticks, plan_length))),
          position_(field_.field->start()) {}

    std::vector<Effect> turn(
        const std::string& thief, const std::string& cops, Fault thief_fault = Fault::none,
        Fault cops_fault = Fault::none) {
        const std::vector<Answer> answers{{1, thief_fault, thief}, {2, cops_fault, cops}};
        return position_->apply(answers, [this] {
            steps.push_back(nlohmann::json::parse(position_->to_json()));
            public_steps.push_back(position_->frame_for(everybody));
        });
    }

    std::string file(Seat seat, int index, Phase phase = Phase::move) const {
        StateFiles files(field_.game->info().files.size());
        position_->write_files(seat, phase, files);
        return index < 0 ? files.match_keys : files.of(static_cast<std::size_t>(index));
    }

    nlohmann::json to_json() const { return nlohmann::json::parse(position_->to_json()); }
    const Position& position() const { return *position_; }

    std::vector<nlohmann::json> steps;
    std::vector<std::string> public_steps; ///< as people see them who play

  private:
    LoadedField field_;
    std::unique_ptr<Position> position_;
};

const std::string wait5 = "- - - - -";
const std::string wait10 = wait5 + "\n" + wait5;

} // namespace

TEST_CASE("both sides are asked in every k-th tick, when walls and gates have moved", "[cops]") {
    Chase game;
    CHECK(game.position().players_to_move().size() == 2);
    CHECK(game.position().turn() == 0);
    CHECK(game.to_json()["gates"][0]["cells"][0] == nlohmann::json({13, 7}));
    game.turn(wait5, wait10);
    CHECK(game.position().turn() == 1);
    CHECK(game.to_json()["tick"] == 5);
    CHECK(game.to_json()["planning"] == true);
    CHECK(game.to_json()["gates"][0]["cells"][0] == nlohmann::json({13, 8})); // moved in tick 5
}

TEST_CASE("a plan's letters are made one a tick, each unit its own", "[cops]") {
    Chase game;
    game.turn("E E S - N", "N N N N N W - - - -");
    CHECK(game.to_json()["thief"] == nlohmann::json({4, 2}));
    CHECK(game.to_json()["cops"] == nlohmann::json({{12, 7}, {10, 12}}));
    REQUIRE(game.steps.size() == 5);
    CHECK(game.steps[0]["thief"] == nlohmann::json({3, 2}));
    CHECK(game.steps[2]["thief"] == nlohmann::json({4, 3}));
    CHECK(game.steps[4]["tick"] == 5);
    CHECK(game.steps[4]["planning"] == false);
}

TEST_CASE("after a step without effect the plan continues with its next letter", "[cops]") {
    Chase game;
    const auto effects = game.turn("W W N E -", wait10);
    CHECK(game.to_json()["thief"] == nlohmann::json({2, 1}));
    CHECK(effects[0].fault == Fault::none);
    CHECK(effects[0].comment == "1 step was no move");
    CHECK(effects[1].comment == "");
}

TEST_CASE("with any fault all units of that side wait, and only they", "[cops]") {
    for (const Fault fault :
         {Fault::timeout, Fault::crash, Fault::exit, Fault::no_result, Fault::bad_result}) {
        CAPTURE(name_of(fault));
        Chase game;
        game.turn("E E E E E", "W W W W W W W W W W");
        const auto effects = game.turn("S S S S S", "N N N N N N N N N N", Fault::none, fault);
        CHECK(effects[0].fault == Fault::none);
        CHECK(effects[1].fault == fault);
        CHECK(effects[1].text.empty());
        CHECK(game.to_json()["thief"] == nlohmann::json({7, 4})); // the wall below stops him
        CHECK(game.to_json()["cops"] == nlohmann::json({{7, 12}, {6, 12}}));
        CHECK_FALSE(game.position().ending());
        game.turn(wait5, "N N N N N N N N N N"); // and the game goes on
        CHECK(game.to_json()["cops"] == nlohmann::json({{7, 7}, {6, 7}}));
    }
}

TEST_CASE("a plan of the wrong shape or with a wrong letter makes the side wait", "[cops]") {
    for (const std::string plan : {"E E E E", "E E E E E E", "E E x E E", "east", ""}) {
        CAPTURE(plan);
        Chase game;
        const auto effects = game.turn(plan, "N N N N N N N N N N");
        CHECK(effects[0].fault == Fault::bad_result);
        CHECK_FALSE(effects[0].reason.empty());
        CHECK(effects[1].fault == Fault::none);
        CHECK(game.to_json()["thief"] == nlohmann::json({2, 2}));
        CHECK(game.to_json()["cops"][0] == nlohmann::json({12, 7}));
    }
}

TEST_CASE("the order of the answers doesn't matter", "[cops]") {
    const LoadedField field = load_field("chase.dat", field_text(50, 5));
    const auto first = field.field->start();
    const auto second = field.field->start();
    const Answer thief{1, Fault::none, "E E E E E"};
    const Answer cops{2, Fault::none, "N N N N N W W W W W"};
    first->apply(std::vector{thief, cops}, {});
    const auto effects = second->apply(std::vector{cops, thief}, {});
    CHECK(first->canonical_text() == second->canonical_text());
    CHECK(effects[0].text == "N N N N N W W W W W");
}

TEST_CASE("history.dat holds up to k boards, the last one now", "[cops]") {
    Chase game(50, 3);
    CHECK_THAT(game.file(1, history_file), StartsWith("state 0\nthief 2 2\n"));
    CHECK(game.file(1, history_file).find("state", 1) == std::string::npos);
    game.turn("E E E", "- - - - - -");
    const std::string history = game.file(2, history_file);
    CHECK_THAT(history, StartsWith("state 1\nthief 4 2\n"));
    CHECK_THAT(history, ContainsSubstring("state 2\nthief 5 2\n"));
    CHECK_THAT(history, ContainsSubstring("state 3\nthief 5 2\n"));
    CHECK(history.find("state 0") == std::string::npos);
    game.turn("E E E", "- - - - - -"); // ticks 3 to 5; the gate moves in 5, and not in 6
    CHECK_THAT(game.file(2, history_file), StartsWith("state 4\n"));
    CHECK_THAT(game.file(2, history_file), ContainsSubstring("gate 20\n"));
    CHECK_THAT(game.file(2, history_file), ContainsSubstring("gate 21\n"));
}

TEST_CASE("with plans of one tick history.dat holds the board now alone", "[cops]") {
    Chase game(50, 1);
    game.turn("E", "- -");
    CHECK_THAT(game.file(1, history_file), StartsWith("state 1\n"));
    CHECK(game.file(1, history_file).find("state", 1) == std::string::npos);
}

TEST_CASE("while people play no frame reveals more than the state files", "[cops]") {
    Chase game(50, 3);
    game.turn("E E E", "- - - - - -");
    REQUIRE(game.public_steps.size() == 3);
    CHECK(game.public_steps[0].empty()); // history.dat has the last two ticks and the board now
    for (const std::string& text : {game.public_steps[1], game.position().frame_for(everybody)}) {
        const nlohmann::json frame = nlohmann::json::parse(text);
        CHECK(frame["walls"][0].contains("x"));
        CHECK_FALSE(frame["walls"][0].contains("heading"));
        CHECK(frame["gates"][0].contains("cells"));
        CHECK_FALSE(frame["gates"][0].contains("clockwise"));
    }
    CHECK(nlohmann::json::parse(game.position().to_json())["walls"][0]["heading"] == "E");
}

TEST_CASE("in the preparation there are the parameters and no state", "[cops]") {
    const Chase game;
    CHECK_THAT(game.file(1, -1, Phase::prepare), ContainsSubstring("size 12\n"));
    CHECK_THAT(game.file(2, -1, Phase::prepare), StartsWith("role cops\ntick 0\n"));
    for (int index = 0; index < 4; ++index) {
        CHECK(game.file(1, index, Phase::prepare).empty());
    }
    CHECK(game_named("cops").info().has_prepare);
    CHECK(game_named("cops").info().time.prepare == std::chrono::seconds(10));
    CHECK(game_named("cops").info().time.per_move == std::chrono::milliseconds(500));
}

TEST_CASE(
    "the game ends within a plan, and the payoffs are the thief's and its negative", "[cops]") {
    Chase game(7, 5);
    game.turn(wait5, wait10);
    CHECK_FALSE(game.position().ending());
    game.turn(wait5, wait10); // only two ticks remain
    const auto ending = game.position().ending();
    REQUIRE(ending);
    CHECK(ending->scores == std::vector<double>{7, -7});
    CHECK(ending->ranks == std::vector<int>{1, 1});
    CHECK(ending->reason == "survived 7 ticks");
    CHECK(game.position().players_to_move().empty());
    CHECK(game_named("cops").info().match_decides);
}

TEST_CASE("capture and escape are reported with their tick", "[cops]") {
    Chase captured;
    captured.turn("S S S - -", wait10); // 2 5
    captured.turn(wait5, "W W W W W W W W W W");
    captured.turn(wait5, "W W W W W W W W W -"); // 2 12 and 2 12
    captured.turn(wait5, "N N N N N N N N N N");
    captured.turn(wait5, "N N N N N N N N N N");
    REQUIRE(captured.position().ending());
    CHECK(captured.position().ending()->reason == "captured in tick 21");
    CHECK(captured.position().ending()->scores == std::vector<double>{21, -21});
    Chase escaped;
    escaped.turn("E E E E E", wait10);
    escaped.turn("E E E E E", wait10);
    escaped.turn("S S S S S", wait10); // 12 7
    escaped.turn("S E S S S", wait10); // the gate is at 13 8 now
    REQUIRE(escaped.position().ending());
    CHECK(escaped.position().ending()->reason == "escaped in tick 16");
    CHECK(escaped.position().ending()->scores == std::vector<double>{83, -83});
}
