// referee/games/battlesnake/README.md, "Faults" and "Match": battlesnake through the contract.

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"

using namespace referee;
using namespace tests;

namespace {

struct Played {
    LoadedField field;
    std::unique_ptr<Position> position;

    explicit Played(const std::string& text)
        : field(load_field("game.dat", text)), position(field.field->start()) {}

    std::vector<Effect> answer(const std::vector<Answer>& answers) {
        return position->apply(answers, {});
    }
    /// Answers of all movers without faults, in the order of the seats.
    std::vector<Effect> move(const std::vector<std::string_view>& words) {
        std::vector<Answer> answers;
        for (std::size_t i = 0; i < words.size(); ++i) {
            answers.push_back({position->players_to_move()[i], Fault::none, words[i]});
        }
        return answer(answers);
    }
    std::vector<Seat> players_to_move() const {
        return {position->players_to_move().begin(), position->players_to_move().end()};
    }
};

std::string three(const std::string& keys = "") {
    return battlesnake_field(
        7, {"100 1,1 1,1 1,1", "100 5,5 5,5 5,5", "100 0,5 1,5 2,5"}, {}, {"0"}, keys);
}

} // namespace

TEST_CASE("battlesnake is a game for 1 to 8 that move at once, with 500 ms", "[battlesnake]") {
    const GameInfo& info = game_named("battlesnake").info();
    CHECK(info.name == "battlesnake");
    CHECK(info.min_seats == 1);
    CHECK(info.max_seats == 8);
    CHECK(info.time.per_move == std::chrono::milliseconds(500));
    CHECK(info.simultaneous);
    CHECK_FALSE(info.has_prepare);
    CHECK(Played(three()).field.field->seats() == 3);
}

TEST_CASE("the living move, and a dead seat is out", "[battlesnake]") {
    Played game(three());
    CHECK(game.players_to_move() == std::vector<Seat>{1, 2, 3});
    CHECK_FALSE(game.position->is_eliminated(3));
    const auto effects = game.move({"up", "down", "left"});
    CHECK(effects[2].fault == Fault::none); // it kills, but is no fault
    CHECK(effects[2].comment == "left the board");
    CHECK(game.players_to_move() == std::vector<Seat>{1, 2});
    CHECK(game.position->is_eliminated(3));
    CHECK(game.position->turn() == 1);
}

TEST_CASE(
    "before its first valid move a faulty snake goes from neck to head, else first_move",
    "[battlesnake]") {
    for (const Fault fault :
         {Fault::timeout, Fault::crash, Fault::exit, Fault::no_result, Fault::bad_result}) {
        CAPTURE(name_of(fault));
        Played game(three());
        const auto effects =
            game.answer({{1, fault, ""}, {2, Fault::none, "up"}, {3, fault, "right"}});
        CHECK(effects[0].fault == fault);
        CHECK(effects[0].text == "down");
        CHECK(effects[2].text == "left");
        Played upwards(three("first_move up\n"));
        CHECK(
            upwards.answer({{1, fault, ""}, {2, Fault::none, "up"}, {3, fault, ""}})[0].text ==
            "up");
    }
}

TEST_CASE("afterwards a faulty snake repeats its last move", "[battlesnake]") {
    Played game(three());
    game.move({"right", "left", "up"});
    const auto effects =
        game.answer({{1, Fault::timeout, ""}, {2, Fault::none, "LEFT"}, {3, Fault::crash, ""}});
    CHECK(effects[0].text == "right");
    CHECK(effects[1].fault == Fault::bad_result);
    CHECK(effects[1].text == "left");
    CHECK_THAT(effects[1].reason, StartsWith("line 1, word 1 ('LEFT'): not a direction"));
    CHECK(effects[2].text == "up");
}

TEST_CASE("the survivor is first and has the score, the dead rank by their turn", "[battlesnake]") {
    Played game(three());
    game.move({"up", "down", "left"});
    CHECK_FALSE(game.position->ending());
    game.move({"down", "up"}); // both onto their stacked tails
    REQUIRE(game.position->ending());
    const Ending ending = *game.position->ending();
    CHECK(ending.reason == "no snake is left");
    CHECK(ending.ranks == std::vector<int>{1, 1, 3});
    CHECK(ending.scores == std::vector<double>{0.5, 0.5, 0});
    CHECK(game.players_to_move().empty());
}

TEST_CASE("the last two that die in one turn draw, also when one is longer", "[battlesnake]") {
    Played game(battlesnake_field(7, {"100 0,3 1,3 2,3", "100 6,5"}));
    game.move({"left", "right"});
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{1, 1});
    CHECK(game.position->ending()->scores == std::vector<double>{0.5, 0.5});
}

TEST_CASE("one snake that is left ends the game at once", "[battlesnake]") {
    Played game(battlesnake_field(7, {"100 0,3", "100 5,5"}));
    game.move({"left", "up"});
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{2, 1});
    CHECK(game.position->ending()->scores == std::vector<double>{0, 1});
    CHECK(game.position->ending()->reason == "one snake is left");
}

TEST_CASE("a single player plays until it dies or the turns are used up", "[battlesnake]") {
    Played game(battlesnake_field(7, {"100 3,3"}, {}, {"0"}, "max_turns 2\n"));
    game.move({"up"});
    CHECK_FALSE(game.position->ending());
    game.move({"up"});
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->reason == "turns used up");
    CHECK(game.position->ending()->ranks == std::vector<int>{1});
    Played short_game(battlesnake_field(7, {"100 6,3"}));
    short_game.move({"right"});
    REQUIRE(short_game.position->ending());
    CHECK(short_game.position->ending()->reason == "no snake is left");
}

TEST_CASE("when the turns are used up the longest is first", "[battlesnake]") {
    Played game(battlesnake_field(7, {"100 3,3", "90 5,5 5,4"}, {}, {"0"}, "max_turns 1\n"));
    game.move({"up", "left"});
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{2, 1});
    CHECK(game.position->ending()->reason == "turns used up");
}

TEST_CASE("eating is reported", "[battlesnake]") {
    Played game(battlesnake_field(7, {"100 3,3", "100 5,5"}, {"3,4"}));
    const auto effects = game.move({"up", "left"});
    CHECK(effects[0].comment == "eats");
    CHECK(effects[1].comment.empty());
}

TEST_CASE("two games on one field of battlesnake don't touch each other", "[battlesnake]") {
    Played game(three());
    const auto other = game.field.field->start();
    const std::string before = other->canonical_text();
    game.move({"up", "down", "up"});
    CHECK(other->canonical_text() == before);
}
