// People who play, without a browser: referee/match/README.md, "People". The answers come where the
// page would bring them from.

#include "support/catch.hpp"
#include "support/games/random_answer.hpp"
#include "support/games/scripted_game.hpp"
#include "support/run.hpp"

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/game_runner.hpp"
#include "match/match.hpp"
#include "match/people.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "record/record.hpp"
#include "record/replay.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <thread>

using namespace referee;

namespace {

constexpr std::chrono::milliseconds no_limit{0};
constexpr std::chrono::milliseconds short_limit{1};

const LegalAnswers three{{"left", "right", "on"}, 1};

/// Two people at the seats 1 and 2.
struct TableOfPeople {
    std::vector<Contestant> contestants = read_contestants_and_people({"Anna=human", "Ben=human"});
    const Contestant& anna = contestants[0];
    const Contestant& ben = contestants[1];
};

void wait_past(std::int64_t deadline_ns) {
    while (monotonic_ns() < deadline_ns) {
        wait_for(nullptr, 0, deadline_ns);
    }
}

} // namespace

TEST_CASE("a person is a contestant without a program", "[people]") {
    const auto contestants = read_contestants_and_people({"human", "Anna=human", "human"});
    CHECK(contestants[0].name == "human#1");
    CHECK(contestants[1].name == "Anna");
    CHECK(contestants[2].name == "human#2");
    for (const Contestant& contestant : contestants) {
        CHECK(contestant.is_human);
    }
    CHECK_THROWS_AS(read_contestants({"human"}), UserError);
    CHECK_THROWS_AS(read_contestants({"Anna=human"}), UserError);
    CHECK_THROWS_AS(read_contestants_and_people({"./human"}), UserError); // there is no such file
}

TEST_CASE("the match waits until the person has answered", "[people]") {
    const TableOfPeople table;
    People people(no_limit);
    people.ask(table.anna, 1, 4, 4, 2, three);
    const std::vector<Question> questions = people.questions();
    REQUIRE(questions.size() == 1);
    CHECK(questions[0].person == &table.anna);
    CHECK(questions[0].turn == 4);
    CHECK(questions[0].seat == 2);
    CHECK(questions[0].deadline_ns == -1);
    std::string refusal = "not asked";
    std::thread page([&] { refusal = people.answer(table.anna, questions[0].number, {"right"}); });
    const Run run = people.await(2);
    page.join();
    CHECK(refusal.empty());
    CHECK(run.fault == Fault::none);
    CHECK(run.text == "right");
    CHECK(run.use.wall_ns > 0);
    CHECK(people.questions().empty());
}

TEST_CASE("an answer that isn't offered is refused and costs nothing", "[people]") {
    const TableOfPeople table;
    People people(no_limit);
    people.ask(table.anna, 1, 0, 0, 1, {{"N", "-"}, 2});
    const int number = people.questions()[0].number;
    CHECK(people.answer(table.anna, number, {"N", "up"}) == "that move is not legal now");
    CHECK(people.answer(table.anna, number, {"N"}) == "1 choices, not 2");
    CHECK(people.answer(table.anna, number, {"N", "N", "N"}) == "3 choices, not 2");
    CHECK(people.answer(table.anna, number, {"N -", "N"}) == "that move is not legal now");
    CHECK(people.answer(table.anna, number + 1, {"N", "-"}) == "that turn is over");
    CHECK(people.answer(table.ben, number, {"N", "-"}) == "that turn is over");
    CHECK_FALSE(people.questions()[0].is_answered);
    CHECK(people.answer(table.anna, number, {"N", "-"}).empty());
    CHECK(people.questions()[0].is_answered);
    CHECK(people.answer(table.anna, number, {"-", "-"}) == "this turn has already been answered");
    CHECK(people.await(1).text == "N -");
    CHECK(people.answer(table.anna, number, {"N", "-"}) == "that turn is over");
}

TEST_CASE("several people answer in any order", "[people]") {
    const TableOfPeople table;
    People people(no_limit);
    int changes = 0;
    people.on_change = [&changes] { ++changes; };
    people.ask(table.anna, 1, 0, 0, 1, three);
    people.ask(table.ben, 1, 0, 0, 2, three);
    CHECK(changes == 2);
    const auto questions = people.questions();
    REQUIRE(questions.size() == 2);
    CHECK(questions[0].number != questions[1].number);
    CHECK(people.answer(table.ben, questions[1].number, {"on"}).empty());
    CHECK(people.answer(table.anna, questions[0].number, {"left"}).empty());
    CHECK(people.await(1).text == "left");
    CHECK(people.await(2).text == "on");
    CHECK(changes >= 4);
}

TEST_CASE("whoever doesn't answer in time has a timeout, and then it is too late", "[people]") {
    const TableOfPeople table;
    People people(short_limit);
    people.ask(table.anna, 1, 0, 0, 1, three);
    const Question question = people.questions()[0];
    CHECK(question.deadline_ns - question.asked_ns == 1'000'000);
    wait_past(question.deadline_ns);
    CHECK(people.answer(table.anna, question.number, {"on"}) == "the time for this turn is up");
    const Run run = people.await(1);
    CHECK(run.fault == Fault::timeout);
    CHECK(run.reason == "no answer after 0.001 s");
    CHECK(people.questions().empty());
}

TEST_CASE(
    "a person who leaves is late in each turn, and the others play on", "[people][game-loop]") {
    tests::ScriptedRules rules;
    rules.turns = 8;
    const tests::ScriptedField field(rules);
    const TableOfPeople table;
    std::int64_t now = second_ns;
    People people(std::chrono::minutes(10), [&now] { return now; });
    PersonPlayer anna(table.anna, people);
    PersonPlayer ben(table.ben, people);
    std::vector<std::string> refusals;
    people.on_change = [&] {
        for (const Question& question : people.questions()) {
            if (question.is_answered) {
                continue;
            }
            const bool has_left = question.person == &table.ben && question.turn > 2;
            now = has_left ? question.deadline_ns : now + second_ns;
            refusals.push_back(people.answer(*question.person, question.number, {"ok"}));
        }
    };
    const MatchConfig config;
    GameRequest request;
    request.field = &field.loaded();
    request.config = &config;
    request.contestants = {&table.anna, &table.ben};
    request.by_seat = {&anna, &ben};
    const GameResult result = play_game(request);
    CHECK(result.ending.scores == std::vector<double>{4, 1});
    CHECK(result.tallies[0].measured.wall_ns == 4 * second_ns);
    CHECK(result.tallies[1].faults[static_cast<std::size_t>(Fault::timeout)] == 3);
    CHECK(result.tallies[1].measured.longest_ns == 600 * second_ns);
    CHECK(result.faults[0].reason == "no answer after 600 s");
    CHECK(std::count(refusals.begin(), refusals.end(), "the time for this turn is up") == 3);
}

TEST_CASE("an answer in time counts, however late the match looks at it", "[people]") {
    const TableOfPeople table;
    People people(std::chrono::minutes(10));
    people.ask(table.anna, 1, 0, 0, 1, three);
    CHECK(people.answer(table.anna, people.questions()[0].number, {"on"}).empty());
    const Run run = people.await(1);
    CHECK(run.fault == Fault::none);
    CHECK(run.text == "on");
}

TEST_CASE("people alone play every game to its end, and the record verifies", "[people]") {
    const tests::TemporaryFolder folder;
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        CAPTURE(info.name);
        Rng field_rng(5);
        const LoadedField field = load_field(
            "f.dat", game->create_field({info.default_seats, info.example_settings}, field_rng));
        const std::vector<Contestant> contestants = read_contestants_and_people(
            std::vector<std::string>(static_cast<std::size_t>(info.default_seats), "human"));
        People people(no_limit);
        Rng rng(11);
        people.on_change = [&] {
            for (const Question& question : people.questions()) {
                if (!question.is_answered) {
                    const auto choices = tests::random_choices(question.legal, rng);
                    CHECK(people.answer(*question.person, question.number, choices).empty());
                }
            }
        };
        MatchConfig config;
        config.seat_orders = SeatOrders::fixed;
        const std::string path = folder / (std::string(info.name) + ".jsonl");
        RecordWriter record(path, false);
        Match match(field, contestants, config, nullptr, &people);
        const GameResult result = match.play(0, &record, {});
        CHECK(result.ending.ranks.size() == contestants.size());
        for (const SeatTally& tally : result.tallies) {
            CHECK(std::accumulate(tally.faults.begin(), tally.faults.end(), 0) == 0);
        }
        const std::vector<RecordedGame> games = read_record(path);
        REQUIRE(games.size() == 1);
        CHECK(replay_game(path, games[0], {}).differences.empty());
        std::istringstream lines(tests::read_file(path));
        std::string head;
        std::getline(lines, head);
        const nlohmann::json first = nlohmann::json::parse(head);
        for (const nlohmann::json& seat : first.at("seats")) {
            CHECK(seat.at("ai") == nlohmann::json{{"human", true}});
            CHECK_FALSE(seat.contains("sha256"));
        }
    }
}

TEST_CASE("with a limit the game continues without a person", "[people]") {
    Rng rng(1);
    const LoadedField field = load_field(
        "f.dat",
        game_named("battlesnake").create_field({2, {{"size", "7"}, {"lines", "50"}}}, rng));
    const std::vector<Contestant> contestants = read_contestants_and_people({"human", "human"});
    People people(short_limit);
    const MatchConfig config;
    Match match(field, contestants, config, nullptr, &people);
    const GameResult result = match.play(0, nullptr, {});
    REQUIRE_FALSE(result.ending.ranks.empty());
    for (const SeatTally& tally : result.tallies) {
        CHECK(tally.faults[static_cast<std::size_t>(Fault::timeout)] == tally.measured.moves);
        CHECK(tally.measured.starved == 0);
    }
}
