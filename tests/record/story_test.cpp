// The story of a game: sentences that the record bears out, the same in terminal, JSON and page.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "base/bytes.hpp"
#include "game/registry.hpp"
#include "record/replay.hpp"
#include "record/story.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

using namespace referee;
using Catch::Matchers::EndsWith;
using tests::read_file;
using tests::run;
using tests::TemporaryFolder;
using StoryJson = nlohmann::json;

namespace {

/// A record of one game. The AIs are those of the repository.
std::string record_of(
    const TemporaryFolder& folder, const std::string& game, const std::string& field,
    const std::vector<std::string>& ais) {
    const std::string record = folder / (game + ".jsonl");
    std::vector<std::string> command{
        tests::referee_path(),
        tests::source_folder() + "/fields/" + game + "/" + field,
        "--record",
        record,
        "--seats",
        "fixed"};
    for (const std::string& ai : ais) {
        const bool is_path = ai.find('/') != std::string::npos;
        command.insert(
            command.end(), {"--ai", is_path ? ai : tests::built("ai") + "/" + game + "/" + ai});
    }
    REQUIRE(run(command).status == 0);
    return record;
}

StoryJson story_in(const std::string& record) {
    const tests::Output told =
        run({tests::referee_path(), "replay", record, "--story", "--json", "--game", "1"});
    REQUIRE(told.status == 0);
    return StoryJson::parse(told.out)["story"];
}

std::vector<StoryJson> states_of(const std::string& record) {
    std::istringstream lines(
        run({tests::referee_path(), "replay", record, "--states", "--game", "1"}).out);
    std::vector<StoryJson> states;
    for (std::string line; std::getline(lines, line);) {
        states.push_back(StoryJson::parse(line));
    }
    return states;
}

StoryJson result_of(const std::string& record) {
    std::istringstream lines(read_file(record));
    for (std::string line; std::getline(lines, line);) {
        const StoryJson json = StoryJson::parse(line);
        if (json.contains("ranks")) {
            return json;
        }
    }
    return {};
}

void check_order(const StoryJson& story) {
    REQUIRE(story.size() >= 2);
    CHECK(story.size() <= max_moments);
    CHECK(story.front()["kind"] == "start");
    CHECK_FALSE(story.front().contains("turn"));
    CHECK(story.back()["kind"] == "end");
    int last = -1;
    for (const StoryJson& moment : story) {
        CHECK(moment.value("turn", -1) >= last);
        last = moment.value("turn", -1);
        CHECK_THAT(moment["text"].get<std::string>(), EndsWith("."));
    }
}

/// "NAME's MEASURE rose from A to B": B is what the state after that turn has, A what one before
/// had. What was spent on the first measure isn't told alone. Returns how many sentences tell that.
int check_changes(
    const StoryJson& story, const std::vector<StoryJson>& states, const GameInfo& info) {
    const std::string change = "(.*) (rose|fell) from ((?:−)?[0-9.]+) to ((?:−)?[0-9.]+)";
    const std::regex one("'s " + change + "\\.$");
    const std::regex two("'s (.*), as " + change + "\\.$");
    int spent = 0;
    for (const StoryJson& moment : story) {
        if (moment["kind"] != "measure") {
            continue;
        }
        const std::string text = moment["text"];
        CAPTURE(text);
        std::smatch found;
        const bool is_spent = std::regex_search(text, found, two);
        if (is_spent) {
            ++spent;
            CHECK(text.find("'s " + std::string(info.measures[0]) + " rose") != std::string::npos);
            const std::string rise = found[1];
            found = {};
            const std::string sentence = "'s " + rise + ".";
            CHECK(std::regex_match(sentence, one));
        }
        const std::string told = std::regex_replace(text, std::regex("'s .*, as "), "'s ");
        REQUIRE(std::regex_search(told, found, one));
        const auto number = [](std::string word) {
            return word.starts_with("−") ? -std::stod(word.substr(3)) : std::stod(word);
        };
        const auto measure = std::find(info.measures.begin(), info.measures.end(), found[1].str());
        REQUIRE(measure != info.measures.end());
        const auto value_at = [&](std::size_t state) {
            const StoryJson& values =
                states[state]["measures"][moment["seat"].get<std::size_t>() - 1];
            return values.is_null()
                       ? StoryJson()
                       : values[static_cast<std::size_t>(measure - info.measures.begin())];
        };
        const auto turn = moment["turn"].get<std::size_t>();
        CHECK(value_at(turn + 1) == number(found[4]));
        bool was_there = false;
        for (std::size_t state = 0; state <= turn; ++state) {
            was_there = was_there || value_at(state) == number(found[3]);
        }
        CHECK(was_there);
        CHECK((found[2] == "rose") == (number(found[4]) > number(found[3])));
        const auto main_at = [&](std::size_t state) {
            return states[state]["measures"][moment["seat"].get<std::size_t>() - 1][0];
        };
        if (!is_spent && found[2] == "fell" && measure != info.measures.begin()) {
            CHECK_FALSE(main_at(turn + 1) > main_at(turn));
        }
    }
    return spent;
}

} // namespace

TEST_CASE("a story says who went out, by whom, and who won", "[story][end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = record_of(
        folder, "battlesnake", "11x11-4-001.dat", {"space", "reference", "random", "reference"});
    const StoryJson story = story_in(record);
    const std::vector<StoryJson> states = states_of(record);
    check_order(story);
    check_changes(story, states, game_named("battlesnake").info());
    const std::vector<std::string> names{"space", "reference#1", "random", "reference#2"};
    std::size_t outs = 0;
    for (const StoryJson& moment : story) {
        if (moment["kind"] != "out") {
            continue;
        }
        ++outs;
        const auto turn = moment["turn"].get<std::size_t>();
        const auto seat = moment["seat"].get<std::size_t>();
        CAPTURE(moment["text"]);
        CHECK(states[turn]["snakes"][seat - 1]["alive"] == true);
        CHECK(states[turn + 1]["snakes"][seat - 1]["alive"] == false);
        const std::string text = moment["text"];
        CHECK_THAT(text, StartsWith(names[seat - 1] + " "));
        const StoryJson& snake = states[turn + 1]["snakes"][seat - 1];
        if (snake["cause"] == "body" || snake["cause"] == "head") {
            CHECK_THAT(text, ContainsSubstring(names[snake["killer"].get<std::size_t>() - 1]));
        }
        CHECK(text.find("seat 1 ") == std::string::npos);
    }
    const StoryJson result = result_of(record);
    CHECK(
        outs ==
        static_cast<std::size_t>(std::count_if(
            result["ranks"].begin(), result["ranks"].end(), [](int rank) { return rank > 1; })));
    for (std::size_t seat = 0; seat < names.size(); ++seat) {
        if (result["ranks"][seat] == 1) {
            CHECK_THAT(story.back()["text"].get<std::string>(), ContainsSubstring(names[seat]));
        }
    }
}

TEST_CASE("changes that a story names are those of the states", "[story][end-to-end]") {
    const TemporaryFolder folder;
    for (const auto& [game, field, ais] :
         std::vector<std::tuple<std::string, std::string, std::vector<std::string>>>{
             {"gems", "contest.dat", {"reference", "random"}},
             {"cops", "small.dat", {"reference", "random"}},
             {"spe_ed", "small-2-001.dat", {"space", "reference"}}}) {
        CAPTURE(game);
        const std::string record = record_of(folder, game, field, ais);
        const StoryJson story = story_in(record);
        check_order(story);
        check_changes(story, states_of(record), game_named(game).info());
        CHECK(story.size() >= 3);
    }
}

TEST_CASE("a cargo that is brought home is told with what it brought", "[story][end-to-end]") {
    if (!std::filesystem::exists(tests::built("games") + "/salvage/rules")) {
        WARN("not tested: salvage needs go");
        return;
    }
    const TemporaryFolder folder;
    const std::string record =
        record_of(folder, "salvage", "small.dat", {"reference", "reference"});
    const StoryJson story = story_in(record);
    check_order(story);
    CHECK(check_changes(story, states_of(record), game_named("salvage").info()) > 0);
}

TEST_CASE("the terminal tells the same story, and names pass as text", "[story][end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = record_of(folder, "gems", "contest.dat", {"reference", "random"});
    std::string text = read_file(record);
    for (std::size_t at = 0; (at = text.find("\"random\"", at)) != std::string::npos; at += 8) {
        text.replace(at, 8, "\"ran\\u001b[1mdom\"");
    }
    tests::write_file(record, text);
    const tests::Output told = run({tests::referee_path(), "replay", record, "--story"});
    REQUIRE(told.status == 0);
    CHECK_THAT(told.out, StartsWith("game 1\nstart "));
    CHECK(told.out.find('\x1b') == std::string::npos);
    std::string words;
    for (const char sign : told.out) {
        words += sign == '\n' ? ' ' : sign;
    }
    words = std::regex_replace(words, std::regex(" +"), " ");
    for (const StoryJson& moment : story_in(record)) {
        const std::string sentence =
            std::regex_replace(moment["text"].get<std::string>(), std::regex("\x1b"), "\\x1b");
        CHECK_THAT(words, ContainsSubstring(sentence));
        if (moment.contains("turn")) {
            CHECK_THAT(
                words,
                ContainsSubstring(fmt::format("turn {} {}", moment["turn"].get<int>(), sentence)));
        }
    }
}

namespace {

/// A game's story without its judge, which would tell what moved the chances.
std::vector<Moment> story_without_judge(const std::string& record) {
    const RecordedGame game = read_record(record).front();
    StoryTeller teller(game_named("battlesnake").info(), 2);
    replay_game(
        record, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (!is_step) {
                teller.turn(position, moves, nlohmann::ordered_json::parse(position.to_json()));
            }
        });
    return teller.story(game.field_name, game.names, game.result);
}

std::vector<Moment>::const_iterator first_of(const std::vector<Moment>& story, Moment::Kind kind) {
    return std::find_if(
        story.begin(), story.end(), [&](const Moment& moment) { return moment.kind == kind; });
}

} // namespace

TEST_CASE("a story tells where an AI's own value changed most", "[story][end-to-end]") {
    const TemporaryFolder folder;
    tests::write_script(
        folder / "hopeful", "#!/bin/sh\n"
                            "turn=$(sed -n 's/^turn //p' match.dat)\n"
                            "set -- 100 300 -900 -800 -800; shift $turn\n"
                            "echo \"@value score ${1:--850}\" > notes.dat\n"
                            "echo up > result.dat\n");
    const std::vector<Moment> story = story_without_judge(
        record_of(folder, "battlesnake", "11x11-2-001.dat", {folder / "hopeful", "space"}));
    const auto found = first_of(story, Moment::Kind::value);
    REQUIRE(found != story.end());
    CHECK(found->text == "hopeful's own value fell from 300 to −900.");
    CHECK(found->turn == 2);
    CHECK(found->seat == 1);
}

TEST_CASE("a story tells for how long both AIs hoped to win", "[story][end-to-end]") {
    const TemporaryFolder folder;
    const auto write = [&](const std::string& name, const std::string& values) {
        tests::write_script(
            folder / name, "#!/bin/sh\n"
                           "turn=$(sed -n 's/^turn //p' match.dat)\n"
                           "set -- " +
                               values +
                               "; shift $turn\n"
                               "echo \"@value v ${1:-5}\" > notes.dat\n"
                               "echo up > result.dat\n");
        return folder / name;
    };
    const std::vector<Moment> story = story_without_judge(record_of(
        folder, "battlesnake", "11x11-2-001.dat",
        {write("one", "-10 20 30 40 50 60 70"), write("two", "-3 2 2 2 1 1 -4")}));
    const auto found = first_of(story, Moment::Kind::hope);
    REQUIRE(found != story.end());
    CHECK(found->text == "both AIs' own values were above 0 until turn 5: both hoped to win.");
    CHECK(found->turn == 1);
}

TEST_CASE("a game that was broken off has a story without an end", "[story]") {
    StoryTeller teller(game_named("gems").info(), 2);
    CHECK(teller.story("a field", {"one", "two"}, {}).empty());
    const TemporaryFolder folder;
    const std::string record = record_of(folder, "gems", "contest.dat", {"reference", "random"});
    std::vector<RecordedGame> games = read_record(record);
    games[0].result.clear();
    games[0].moves.resize(6);
    const std::vector<Moment> story = story_of(record, games[0]);
    REQUIRE(!story.empty());
    CHECK(story.front().text == "reference and random played gems on contest.");
    CHECK(story.back().kind != Moment::Kind::end);
}

TEST_CASE("a story's words of a measure can't be read as a time", "[story]") {
    for (const Game* const game : built_in_games()) {
        for (const MeasureWords& words : game->info().measure_words) {
            CAPTURE(game->info().name, words.rise, words.fall);
            CHECK(std::string(words.rise).find("first at") == std::string::npos);
            CHECK(std::string(words.fall).find("first at") == std::string::npos);
        }
    }
}
