// referee/games/gems/README.md, "Answer", "Faults" and "End": gems through the contract.

#include "support/catch.hpp"
#include "support/games/gems_boards.hpp"

#include "base/random.hpp"
#include "game/registry.hpp"
#include "games/gems/rules.hpp"

#include <fmt/format.h>
#include <set>

using namespace referee;
using namespace tests;

namespace {

/// The legal swaps of a game, from gamefield.dat as an AI would find them, in the words of
/// result.dat.
std::vector<std::string> legal_answers(const Position& position) {
    StateFiles files(3);
    position.write_files(position.players_to_move().front(), Phase::move, files);
    std::vector<std::string_view> board_rows;
    for (std::size_t y = 0; y < gems::rows; ++y) {
        board_rows.push_back(std::string_view(files.of(2)).substr(y * 20, 19));
    }
    std::vector<std::string> answers;
    for (const gems::Swap& swap : gems::legal_swaps(board_of(board_rows))) {
        answers.push_back(fmt::format("{} {} {} {}", swap.x1, swap.y1, swap.x2, swap.y2));
    }
    return answers;
}

/// The example board with the stripes above it, as a game that can be played.
struct ExampleGame {
    LoadedField field;
    std::unique_ptr<Position> position;

    explicit ExampleGame(const std::string& header = "") {
        const std::string rows = field_rows(striped_board()) + field_rows(board_of(example_rows));
        field = load_field(
            "example.dat", header.empty() ? rows : "game gems\n" + header + "[stones]\n" + rows);
        position = field.field->start();
    }

    Effect answer(std::string_view text, Fault fault = Fault::none) {
        const Answer answer{position->players_to_move().front(), fault, text};
        return position->apply(std::span(&answer, 1), {}).front();
    }

    /// player.dat as it is given to the seat.
    std::string player_file(Seat seat) const {
        StateFiles files(3);
        position->write_files(seat, Phase::move, files);
        return files.of(0);
    }
};

} // namespace

TEST_CASE("gems is a game for two with 60 s for a move", "[gems]") {
    const GameInfo& info = game_named("gems").info();
    CHECK(info.name == "gems");
    CHECK(info.min_seats == 2);
    CHECK(info.max_seats == 2);
    CHECK(info.time.per_move == std::chrono::seconds(60));
    CHECK_FALSE(info.time.is_clock());
    CHECK_FALSE(info.has_prepare);
    CHECK_FALSE(info.simultaneous);
    CHECK(ExampleGame().field.field->seats() == 2);
}

TEST_CASE("seat 1 moves first, and then the seats take turns", "[gems]") {
    ExampleGame game;
    CHECK(game.position->players_to_move().size() == 1);
    CHECK(game.position->players_to_move().front() == 1);
    game.answer("1 0 1 1");
    CHECK(game.position->players_to_move().front() == 2);
    game.answer("7 1 8 1");
    CHECK(game.position->players_to_move().front() == 1);
}

TEST_CASE("the turn counts the moves from 0", "[gems]") {
    ExampleGame game;
    CHECK(game.position->turn() == 0);
    game.answer("1 0 1 1");
    CHECK(game.position->turn() == 1);
    game.answer("0 0 0 0");
    CHECK(game.position->turn() == 2);
}

TEST_CASE("a legal answer has no fault and takes effect as it was written", "[gems]") {
    ExampleGame game;
    const Effect effect = game.answer(" +1 0\n01 1\n");
    CHECK(effect.fault == Fault::none);
    CHECK(effect.text == "1 0 1 1");
    CHECK(effect.reason.empty());
    CHECK(effect.comment == "1 step, 3 stones, 0 damage");
}

TEST_CASE("an illegal answer is the fault illegal and the game goes on", "[gems]") {
    ExampleGame game;
    const Effect effect = game.answer("0 0 1 0");
    CHECK(effect.fault == Fault::illegal);
    CHECK(effect.text == "0 0 1 0");
    CHECK_FALSE(effect.reason.empty());
    CHECK_FALSE(game.position->ending());
    CHECK(game.position->players_to_move().front() == 2);
    CHECK(game.player_file(1) == "30\n10\n0\n0\n0\n0\n");
    CHECK(game.player_file(2) == "30\n15\n0\n0\n0\n0\n");
}

TEST_CASE("integers outside 0..9 are illegal and not unreadable", "[gems]") {
    for (const std::string_view text :
         {"10 0 9 0", "-1 0 0 0", "0 -1 0 0", "9 9 9 10", "4294967297 0 1 1",
          "1 0 1 99999999999999999999999999", "-99999999999999999999999999 0 1 1"}) {
        CAPTURE(text);
        ExampleGame game;
        CHECK(game.answer(text).fault == Fault::illegal);
        CHECK_FALSE(game.position->ending());
        CHECK(game.player_file(1) == "30\n10\n0\n0\n0\n0\n");
    }
}

TEST_CASE("an answer that is not four integers is a bad result, and the game is lost", "[gems]") {
    ExampleGame game;
    const Effect effect = game.answer("1 0 x 1");
    CHECK(effect.fault == Fault::bad_result);
    CHECK(effect.text.empty());
    CHECK(effect.reason == "line 1, word 3 ('x'): not an integer; write X1 Y1 X2 Y2");
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{2, 1});
}

TEST_CASE(
    "timeout, crash, exit, no-result and bad-result lose the game for either seat", "[gems]") {
    for (const Fault fault :
         {Fault::timeout, Fault::crash, Fault::exit, Fault::no_result, Fault::bad_result}) {
        CAPTURE(name_of(fault));
        ExampleGame first;
        CHECK(first.answer("1 0 1 1", fault).fault == fault); // even beside a good answer
        REQUIRE(first.position->ending());
        CHECK(first.position->ending()->ranks == std::vector<int>{2, 1});
        ExampleGame second;
        second.answer("1 0 1 1");
        CHECK(second.answer("", fault).fault == fault);
        REQUIRE(second.position->ending());
        CHECK(second.position->ending()->ranks == std::vector<int>{1, 2});
    }
}

TEST_CASE("a leader loses by a fault, too", "[gems]") {
    ExampleGame game("life 5\nshield 5\nillegal_penalty 4\n");
    game.answer("1 0 1 1");
    game.answer("0 0 0 0");
    game.answer("", Fault::no_result);
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{2, 1});
}

TEST_CASE("a game that is over has no movers", "[gems]") {
    ExampleGame game;
    game.answer("", Fault::crash);
    CHECK(game.position->players_to_move().empty());
}

TEST_CASE("the winner has rank 1 and score 1, the loser rank 2 and score 0", "[gems]") {
    ExampleGame game("life 5\nshield 0\n");
    game.answer("0 0 0 0");
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{2, 1});
    CHECK(game.position->ending()->scores == std::vector<double>{0, 1});
    CHECK(game.position->ending()->reason == "life used up");
    CHECK_FALSE(game.position->ending()->no_winner);
}

TEST_CASE("in a draw both have rank 1 and half a point", "[gems]") {
    ExampleGame game("max_moves 2\n");
    game.answer("0 0 0 0");
    CHECK_FALSE(game.position->ending());
    game.answer("0 0 0 0");
    REQUIRE(game.position->ending());
    CHECK(game.position->ending()->ranks == std::vector<int>{1, 1});
    CHECK(game.position->ending()->scores == std::vector<double>{0.5, 0.5});
}

TEST_CASE("an extra turn asks the same seat again", "[gems]") {
    ExampleGame game("purple_threshold 3\n");
    const Effect effect = game.answer("1 0 1 1");
    CHECK(game.position->players_to_move().front() == 1);
    CHECK(effect.comment == "1 step, 3 stones, 0 damage, another turn");
}

TEST_CASE("the watcher is called for the swap and for each step", "[gems]") {
    ExampleGame game;
    std::vector<std::string> boards;
    const Answer answer{1, Fault::none, "1 0 1 1"};
    game.position->apply(std::span(&answer, 1), [&] {
        StateFiles files(3);
        game.position->write_files(1, Phase::move, files);
        boards.push_back(files.of(2).substr(files.of(2).size() - 20));
    });
    REQUIRE(boards.size() == 2);
    CHECK(boards[0] == "L L L 1 L 1 B G R L\n");
    CHECK(boards[1] == "3 B R 1 L 1 B G R L\n");
}

TEST_CASE("every value of the state is in its text", "[gems]") {
    ExampleGame game;
    std::set<std::string> texts{game.position->canonical_text()};
    game.answer("0 0 0 0"); // moves, mover, shield
    texts.insert(game.position->canonical_text());
    game.answer("1 0 1 1"); // board, purple, taken
    texts.insert(game.position->canonical_text());
    game.answer("", Fault::exit); // end
    texts.insert(game.position->canonical_text());
    CHECK(texts.size() == 4);
    CHECK_THAT(
        game.position->canonical_text(),
        StartsWith("moves 3\nmover 1\nend forfeit\nforfeited_by 1\n"
                   "player 30 10 0 0 0 0\nplayer 30 15 0 0 0 3\ntaken 1 1 1 0 0 0 0 0 0 0\n"));
}

TEST_CASE("two duels on one field don't touch each other", "[gems]") {
    ExampleGame game;
    const auto other = game.field.field->start();
    const std::string before = other->canonical_text();
    game.answer("1 0 1 1");
    CHECK(other->canonical_text() == before);
}

TEST_CASE("a deterministic player against itself gets the same from both seats' games", "[gems]") {
    // The first legal swap on both seats: the second game of the match is then the first once more,
    // so each AI has what its other self had, and the match is 1:1.
    Rng rng(5);
    const LoadedField field = load_field("drawn.dat", game_named("gems").create_field({}, rng));
    std::vector<std::vector<int>> ranks;
    for (int i = 0; i < 2; ++i) {
        const auto position = field.field->start();
        while (!position->players_to_move().empty()) {
            const std::string words = legal_answers(*position).front();
            const Answer answer{position->players_to_move().front(), Fault::none, words};
            const Effect effect = position->apply(std::span(&answer, 1), {}).front();
            REQUIRE(effect.fault == Fault::none);
        }
        ranks.push_back(position->ending()->ranks);
    }
    CHECK(ranks[0] == ranks[1]);
}
