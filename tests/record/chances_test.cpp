// The judge's line of recorded games: the same in terminal, JSON and page, and what stories tell of
// it.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "game/registry.hpp"
#include "pages/frames.hpp"
#include "record/chances.hpp"
#include "record/replay.hpp"
#include "record/story.hpp"

#include <algorithm>
#include <cmath>
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
