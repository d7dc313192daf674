// The judge's line of recorded games: the same in terminal, JSON and page, and what stories tell of
// it.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "base/random.hpp"
#include "game/legal_answers.hpp"
#include "game/registry.hpp"
#include "pages/frames.hpp"
#include "record/chances.hpp"
#include "record/replay.hpp"
#include "record/story.hpp"
#include "tournament/explain/turning.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

using namespace referee;
using tests::run;
using tests::TemporaryFolder;
using ReadJson = nlohmann::ordered_json;

namespace {

/// A game of gems between AIs of different strength.
std::string gems_record(const TemporaryFolder& folder) {
    const std::string record = folder / "gems.jsonl";
    REQUIRE(
        run({tests::referee_path(), tests::source_folder() + "/fields/gems/contest.dat", "--ai",
             tests::built("ai") + "/gems/depth2", "--ai", tests::built("ai") + "/gems/reference",
             "--record", record})
            .status == 0);
    return record;
}

/// The lines that a page gets of a game, the last one too.
std::vector<ReadJson> page_lines(const std::string& path, const RecordedGame& game) {
    const GameInfo& info = game_named(game.game).info();
    const auto seats = static_cast<int>(game.names.size());
    FrameLines lines(info, seats, std::nullopt, true, Judge::of(info, seats, game.field_text));
    std::vector<ReadJson> found;
    replay_game(
        path, game,
        [&](const Position& position, std::span<const RecordedMove> moves, bool is_step) {
            if (is_step) {
                lines.step(position);
            } else {
                found.push_back(ReadJson::parse(lines.turn(position, moves)));
            }
        });
    found.push_back(ReadJson::parse(
        FrameLines::end(game.result, {}, lines.story(game, game.result), &lines.line())));
    return found;
}

} // namespace

TEST_CASE("marks have their limits", "[judge]") {
    CHECK(mark_of(0.099) == MoveMark::none);
    CHECK(mark_of(0.1) == MoveMark::doubtful);
    CHECK(mark_of(0.2) == MoveMark::mistake);
    CHECK(mark_of(0.3) == MoveMark::blunder);
    CHECK(shape_of(mark_of(0.7)) == "??");
}

TEST_CASE("terminal, JSON and page have the same chances and losses", "[judge][end-to-end]") {
    const TemporaryFolder folder;
    const std::string record = gems_record(folder);
    std::istringstream printed(
        run({tests::referee_path(), "replay", record, "--judge", "--json"}).out);
    const std::string text = run({tests::referee_path(), "replay", record, "--judge"}).out;
    for (const RecordedGame& game : read_record(record)) {
        std::string line;
        REQUIRE(std::getline(printed, line));
        const ReadJson json = ReadJson::parse(line);
        const std::vector<ReadJson> page = page_lines(record, game);
        REQUIRE(json["chances"].size() + 1 == page.size());
        std::vector<double> before;
        for (std::size_t i = 0; i + 1 < page.size(); ++i) {
            const auto chances = page[i]["chances"].get<std::vector<double>>();
            CHECK(json["chances"][i]["chances"] == page[i]["chances"]);
            CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == Approx(1));
            for (const ReadJson& move : page[i]["moves"]) {
                const std::size_t seat = move["seat"].get<std::size_t>() - 1;
                const double loss = before.empty() ? 0 : before[seat] - chances[seat];
                CHECK(move.value("loss", 0.0) == Approx(loss >= 0.0999 ? loss : 0).margin(1e-9));
            }
            before = chances;
        }
        // The end is what came about.
        for (std::size_t seat = 0; seat < 2; ++seat) {
            CHECK((before[seat] == 1) == (game.result[0].ranks[seat] == 1));
        }
        CHECK(json["judge"]["players"] == page.back()["judge"]["players"]);
        for (const ReadJson& player : json["judge"]["players"]) {
            for (const ReadJson& worst : player["worst"]) {
                const ReadJson& entry = page[worst["turn"].get<std::size_t>() + 1];
                const ReadJson& start = page[worst["turn"].get<std::size_t>()];
                const std::size_t seat = player["seat"].get<std::size_t>() - 1;
                CHECK(
                    start["chances"][seat].get<double>() - entry["chances"][seat].get<double>() ==
                    Approx(worst["loss"].get<double>()));
            }
        }
        CHECK_THAT(text, ContainsSubstring(game.names[0] + " lost "));
    }
}

TEST_CASE("a story with a judge tells what moved the chances, and nothing else", "[judge][story]") {
    const TemporaryFolder folder;
    const std::string record = gems_record(folder);
    for (const RecordedGame& game : read_record(record)) {
        const auto [line, turns] = chances_of(record, game);
        const std::vector<Moment> story = story_of(record, game);
        CHECK(story.size() >= 3);
        CHECK(story.size() <= max_judged_moments);
        for (std::size_t i = 1; i + 1 < story.size(); ++i) {
            const Moment& moment = story[i];
            CAPTURE(moment.text);
            REQUIRE(moment.chance);
            CHECK(std::abs(moment.chance->second - moment.chance->first) >= 0.05);
            CHECK(moment.kind != Moment::Kind::measure);
            CHECK(moment.text.find(" from ") == std::string::npos);
            // It is the line's, after the turn that it names.
            const auto at = std::find(turns.begin() + 1, turns.end(), *moment.turn);
            REQUIRE(at != turns.end());
            const std::vector<double> after =
                *line.at(static_cast<std::size_t>(at - turns.begin()));
            CHECK(after[static_cast<std::size_t>(moment.seat - 1)] == moment.chance->second);
        }
    }
}

TEST_CASE(
    "a story tells of the turn where an explanation sees the turning point, or one before it",
    "[judge][story][explain][end-to-end]") {
    const TemporaryFolder folder;
    int sentences = 0;
    int of_numbers = 0;
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        if (info.min_seats > 2 || info.max_seats < 2) {
            continue; // of more places, what turned it for one is not what turned it for the winner
        }
        CAPTURE(info.name);
        const std::string name(info.name);
        const std::string field = folder / (name + ".dat");
        const std::string record = folder / (name + ".jsonl");
        Rng rng(3);
        CreateRequest request{info.min_seats == info.max_seats ? 0 : 2, info.example_settings};
        tests::write_file(field, game->create_field(request, rng));
        const std::string ai = tests::built("ai") + "/" + name + "/reference";
        std::vector<std::string> command{
            tests::referee_path(), field, "--record", record, "--seats", "fixed",
            "--time-limit",        "none"};
        for (const char* const seat : {"one=", "two="}) {
            command.insert(command.end(), {"--ai", seat + ai});
        }
        REQUIRE(run(command).status == 0);
        const RecordedGame recorded = read_record(record).front();
        const std::vector<Moment> story = story_of(record, recorded);
        const Moment* const turning = StoryTeller::turning_point(story);
        RecordedCurves curves("", 1);
        const GameCurves* const read = curves.of(record);
        REQUIRE(read != nullptr);
        if (!read->has_judge) {
            continue; // which games have one: tests/judge/judge_test.cpp
        }
        REQUIRE(read->judged.size() == 2);
        for (std::size_t place = 0; place < 2; ++place) {
            const RecordedResult& result = recorded.result.at(0);
            const bool is_decided = result.ranks[0] != result.ranks[1];
            if (is_decided && result.ranks[place] == 1) {
                continue; // nobody asks when a game turned against its winner
            }
            const auto& judged = read->judged[place];
            REQUIRE(judged.has_value() == (turning != nullptr));
            // A moment may tell of an earlier turn of the same seat.
            CHECK((
                !judged || (judged->turn >= *turning->turn && judged->turn - *turning->turn < 20)));
        }
        for (const Moment& moment : story) {
            ++sentences;
            const bool tells_numbers = moment.text.find(" rose from ") != std::string::npos ||
                                       moment.text.find(" fell from ") != std::string::npos;
            of_numbers += tells_numbers ? 1 : 0;
        }
    }
    CHECK(10 * of_numbers <= sentences);
}

TEST_CASE("what a player doesn't know moves no chance that they see", "[judge]") {
    Rng rng(5);
    for (const Game* const game : all_games()) {
        const GameInfo& info = game->info();
        CAPTURE(info.name);
        const LoadedField field =
            load_field("field", game->create_field({0, info.example_settings}, rng));
        const auto judge = Judge::of(info, field.field->seats(), field.text);
        if (!info.hidden || !judge) {
            continue;
        }
        const std::unique_ptr<Position> position = field.field->start();
        for (int turn = 0; turn < 6 && !position->ending(); ++turn) {
            const std::vector<Seat> movers(
                position->players_to_move().begin(), position->players_to_move().end());
            std::vector<std::string> texts;
            for (const Seat seat : movers) {
                texts.push_back(fmt::format(
                    "{}", fmt::join(random_parts(position->legal_answers(seat), rng), " ")));
            }
            std::vector<Answer> answers;
            for (std::size_t i = 0; i < movers.size(); ++i) {
                answers.push_back({movers[i], Fault::none, texts[i]});
            }
            position->apply(answers, {});
            const std::unique_ptr<Position> other = position->dealt_again(1, rng);
            if (other && !position->ending()) {
                const auto seen = [&](const Position& each) {
                    return judge->chances(each, ReadJson::parse(each.frame_for(1)));
                };
                CHECK(seen(*position) == seen(*other));
            }
        }
    }
}

TEST_CASE("who watches people play sees the judge's line of what they see", "[judge]") {
    const LoadedField field = load_field(tests::source_folder() + "/fields/gems/contest.dat");
    const GameInfo& info = field.game->info();
    const std::unique_ptr<Position> start = field.field->start();
    FrameLines everything(info, 2, std::nullopt, true, Judge::of(info, 2, field.text));
    FrameLines watched(info, 2, everybody, true, Judge::of(info, 2, field.text));
    const ReadJson all = ReadJson::parse(everything.turn(*start, {}));
    CHECK(all.contains("chances"));
    CHECK(ReadJson::parse(watched.turn(*start, {}))["chances"] == all["chances"]);
    // A frame without measures tells nothing.
    ChanceLine line(info, 2, Judge::of(info, 2, field.text));
    line.turn(*start, {}, ReadJson::object());
    CHECK_FALSE(line.at(0));
}

TEST_CASE("a game without a judge has no line", "[judge]") {
    ChanceLine line(game_named("gems").info(), 2, std::nullopt);
    const LoadedField field = load_field(tests::source_folder() + "/fields/gems/contest.dat");
    const std::unique_ptr<Position> start = field.field->start();
    line.turn(*start, {}, ReadJson::parse(start->to_json()));
    CHECK_FALSE(line.is_known());
    CHECK(losses_json(line).is_null());
}
