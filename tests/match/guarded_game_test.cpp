// Games that don't count leave nothing: whatever fails at whichever step, the record holds the
// games that count, and only those.

#include "support/catch.hpp"
#include "support/fake_player.hpp"
#include "support/games/scripted_game.hpp"
#include "support/run.hpp"

#include "ai/contestant.hpp"
#include "base/error.hpp"
#include "keeper/keeper.hpp"
#include "keeper/work_folder.hpp"
#include "match/config.hpp"
#include "match/guarded_game.hpp"
#include "record/record.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace {

using namespace referee;
using tests::FakeListener;
using tests::FakeMachine;
using tests::FakeNature;
using tests::FakePlayer;
using tests::FakeRun;
using tests::FakeSource;
using tests::ScriptedField;
using tests::ScriptedRules;

/// Two games of the same two AIs, which are recorded. The second one is in danger.
struct TwoGames {
    TwoGames()
        : field(rules()), contestants(2), source(machine, contestants, [this](int index) {
              FakeNature nature;
              nature.core = index;
              nature.is_resident = index == 1;
              return std::make_unique<FakePlayer>(
                  machine, index + 1, nature, [](const RunRequest&) { return FakeRun(); });
          }) {
        contestants[0].name = "Anna's";
        contestants[1].name = "Ben's";
        play(1);
        first = listener.games.at(0);
        begin = machine.log.size();
    }
    TwoGames(const TwoGames&) = delete;
    TwoGames& operator=(const TwoGames&) = delete;

    GameResult play(int number) {
        GameRequest request;
        request.field = &field.loaded();
        request.number = number;
        request.config = &config;
        request.listener = &listener;
        request.time = machine.time();
        return play_until_there_is_room(source, {0, 1}, request);
    }
    /// The steps of the second game.
    std::vector<std::string> steps() const {
        return {machine.log.begin() + static_cast<std::ptrdiff_t>(begin), machine.log.end()};
    }
    long count(const std::string& step) const {
        const std::vector<std::string> all = steps();
        return std::count(all.begin(), all.end(), step);
    }
    bool has_begun() const { return count("record begin 2") > 0; }

    ScriptedRules rules() {
        ScriptedRules made;
        made.turns = 2;
        made.has_prepare = true;
        made.on_call = [this](const std::string& what) { machine.step("rules " + what); };
        return made;
    }

    FakeMachine machine;
    MatchConfig config;
    ScriptedField field;
    std::vector<Contestant> contestants;
    FakeSource source;
    FakeListener listener{machine};
    std::string first;     ///< in the record
    std::size_t begin = 0; ///< of the second game in the log
};

std::vector<std::string> steps_of_a_game() {
    TwoGames games;
    games.play(2);
    return games.steps();
}

/// Throws at the step with that number of the second game, once.
template <typename Problem>
void fail_at(TwoGames& games, std::size_t step, const Problem& problem) {
    games.machine.on_step = [&games, step, problem,
                             has_failed = false](std::size_t number, const std::string&) mutable {
        if (number == games.begin + step && !std::exchange(has_failed, true)) {
            throw Problem(problem);
        }
    };
}

/// The record holds the first game, and the second one whole or not at all.
void check_record(const TwoGames& games, bool has_second) {
    REQUIRE(games.listener.games.size() == (has_second ? 2 : 1));
    CHECK(games.listener.games[0] == games.first);
    if (has_second) {
        std::string other = games.first;
        other[0] = '2';
        CHECK(games.listener.games[1] == other);
    }
}

} // namespace

TEST_CASE(
    "a game that a signal or a failure ends at any step stays as far as it came",
    "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    for (std::size_t step = 0; step < steps.size(); ++step) {
        CAPTURE(step, steps[step]);
        TwoGames interrupted;
        fail_at(interrupted, step, Interrupted(15));
        CHECK_THROWS_AS(interrupted.play(2), Interrupted);
        TwoGames failed;
        fail_at(failed, step, InternalError("a keeper died"));
        CHECK_THROWS_AS(failed.play(2), InternalError);
        for (const TwoGames* const games : {&interrupted, &failed}) {
            CHECK(games->steps().size() == step); // nothing happens after it
            CHECK(games->listener.games.size() == (games->has_begun() ? 2 : 1));
            CHECK(games->listener.games[0] == games->first);
        }
    }
}

TEST_CASE(
    "an AI that can't be started ends the match, and only its game is dropped",
    "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    for (std::size_t step = 0; step < steps.size(); ++step) {
        CAPTURE(step, steps[step]);
        TwoGames games;
        fail_at(games, step, StartError("it can't be started"));
        CHECK_THROWS_AS(games.play(2), StartError);
        check_record(games, false);
        CHECK(games.count("drop") == 1); // its players are in the middle of a game
        CHECK(games.count("acquire") <= 1);
    }
}

TEST_CASE(
    "an AI that was replaced by the same one plays again from the beginning",
    "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    for (std::size_t step = 0; step < steps.size(); ++step) {
        CAPTURE(step, steps[step]);
        TwoGames games;
        bool has_failed = false;
        bool is_replaced = false;
        games.machine.on_step = [&](std::size_t number, const std::string&) {
            if (number == games.begin + step && !std::exchange(has_failed, true)) {
                is_replaced = true;
                throw StartError("it can't be started");
            }
        };
        games.source.look = [&] {
            return std::exchange(is_replaced, false) ? FakeSource::Found::replaced
                                                     : FakeSource::Found::same;
        };
        CHECK(games.play(2).turns == 2);
        check_record(games, true);
    }
}

TEST_CASE("an AI that keeps being replaced is tried three times", "[match][game-loop]") {
    TwoGames games;
    games.source.look = [] { return FakeSource::Found::replaced; };
    games.machine.on_step = [](std::size_t, const std::string& what) {
        if (what == "start 2 move turn 1") {
            throw StartError("it can't be started");
        }
    };
    CHECK_THROWS_AS(games.play(2), StartError);
    CHECK(games.count("acquire") == 3);
    CHECK(games.count("drop") == 3);
    check_record(games, false);
}

TEST_CASE(
    "an AI that has changed ends the match before, during or after its game",
    "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    const auto looks = std::count(steps.begin(), steps.end(), "unchanged?");
    REQUIRE(looks == 2);
    for (int changed = 0; changed < looks; ++changed) {
        CAPTURE(changed);
        TwoGames games;
        games.source.look = [changed, look = 0]() mutable {
            return look++ == changed ? FakeSource::Found::changed : FakeSource::Found::same;
        };
        CHECK_THROWS_AS(games.play(2), ProgramChanged);
        check_record(games, false);
        CHECK(games.count("drop") == 1); // none of its processes lives on
    }
    TwoGames games; // it couldn't be started, because it has changed
    games.machine.on_step = [&](std::size_t, const std::string& what) {
        if (what == "start 1 prepare turn 0") {
            games.source.look = [] { return FakeSource::Found::changed; };
            throw StartError("it can't be started");
        }
    };
    CHECK_THROWS_AS(games.play(2), ProgramChanged);
    check_record(games, false);
    CHECK(games.count("drop") == 1);
}

TEST_CASE(
    "a full disk at any step begins the game again, three times in all", "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    for (std::size_t step = 0; step < steps.size(); ++step) {
        CAPTURE(step, steps[step]);
        TwoGames once;
        fail_at(once, step, DiskFull("the disk is full"));
        CHECK(once.play(2).turns == 2);
        // A game that is over counts without the files of its end.
        const auto result = std::find(steps.begin(), steps.end(), "record result");
        const bool is_over = steps.begin() + static_cast<std::ptrdiff_t>(step) > result &&
                             steps[step].find("files") != std::string::npos;
        CHECK(once.count("drop") == (is_over ? 0 : 1)); // with all that they have written
        check_record(once, true);
        TwoGames always;
        always.machine.on_step = [&](std::size_t, const std::string& what) {
            if (what == steps[step]) {
                throw DiskFull("the disk is full");
            }
        };
        CHECK_THROWS_AS(always.play(2), DiskFull);
        CHECK(always.count("drop") == max_full_disks);
        check_record(always, false);
    }
}

TEST_CASE("a game whose rules fail is dropped, and named", "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    int tried = 0;
    for (std::size_t step = 0; step < steps.size(); ++step) {
        if (!steps[step].starts_with("rules")) {
            continue;
        }
        ++tried;
        CAPTURE(step, steps[step]);
        TwoGames games;
        fail_at(games, step, BrokenGame("rules.py", "in turn 1", "it has ended", "Correct it."));
        try {
            games.play(2);
            FAIL("the game should be broken");
        } catch (const BrokenGame& broken) {
            CHECK(broken.during == "in turn 1 of game 2");
        }
        check_record(games, false);
        CHECK(games.count("drop") == 1);
    }
    CHECK(tried > 4);
}

TEST_CASE("after a game the players give back what they have written", "[match][game-loop]") {
    const std::vector<std::string> steps = steps_of_a_game();
    const std::vector<std::string> last{"end 1", "end 2", "clear 1", "clear 2", "unchanged?"};
    REQUIRE(steps.size() > last.size());
    CHECK(std::vector<std::string>(steps.end() - 5, steps.end()) == last);
}

TEST_CASE("a game that never began takes none from the record's file", "[match][game-loop]") {
    const tests::TemporaryFolder folder;
    const std::string path = folder / "record.jsonl";
    TwoGames games;
    RecordWriter record(path, false);
    GameRequest request;
    request.field = &games.field.loaded();
    request.config = &games.config;
    request.listener = &record;
    request.time = games.machine.time();
    play_until_there_is_room(games.source, {0, 1}, request);
    const std::string first = tests::read_file(path);
    CHECK_THAT(first, ContainsSubstring("\"ranks\""));
    request.number = 2;
    games.source.look = [] { return FakeSource::Found::changed; };
    CHECK_THROWS_AS(play_until_there_is_room(games.source, {0, 1}, request), ProgramChanged);
    CHECK(tests::read_file(path) == first);
}
