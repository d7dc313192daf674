// --game-time ends a game of any kind when its AIs have used so much time, and names who used most.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include "tournament/store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;
using nlohmann::json;
using tests::referee_path;

json json_printed_by(const std::vector<std::string>& command) {
    const Output output = run(command);
    CAPTURE(command, output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

std::vector<json> record_lines(const std::string& path) {
    std::vector<json> lines;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);) {
        lines.push_back(json::parse(line));
    }
    return lines;
}

void write_record_lines(const std::string& path, const std::vector<json>& lines) {
    std::string text;
    for (const json& line : lines) {
        text += line.dump() + "\n";
    }
    write_file(path, text);
}

Output verification_of(const std::string& record) {
    return run({referee_path(), "replay", record, "--verify"});
}

} // namespace

TEST_CASE("the time of a game ends games of every kind", "[game-time][slow]") {
    const TemporaryFolder folder;
    built("ai");
    for (const json& game : json_printed_by({referee_path(), "games", "--json"})) {
        const std::string name = game.at("name");
        CAPTURE(name);
        const json& ais = game.at("ais");
        const std::string ai = ais.at("folder").get<std::string>() + "/reference";
        const std::string field = folder / (name + ".dat");
        const std::string record = folder / (name + ".jsonl");
        REQUIRE(run({referee_path(), "create", field, "--game", name, "--seed", "1"}).status == 0);
        std::vector<std::string> words{referee_path(), "play",   field,         "--seats",
                                       "fixed",        "--json", "--game-time", "1ms",
                                       "--time-limit", "120s",   "--record",    record};
        const json description = json_printed_by({referee_path(), "check", field, "--json"});
        for (int seat = 1; seat <= description.at("fields").at(0).at("seats"); ++seat) {
            words.insert(words.end(), {"--ai", fmt::format("ai{}={}", seat, ai)});
        }
        const json match = json_printed_by(words);
        const json& played = match.at("games").at(0);
        CHECK(played.at("ended_by") == "game-time");
        CHECK_THAT(
            played.at("reason").get<std::string>(),
            StartsWith("the AIs have used the 0.001 s of the game, ai") &&
                ContainsSubstring("on seat "));
        CHECK(played.at("turns") < 100);
        for (const json& seat : played.at("seats")) {
            CHECK(seat.at("faults").empty());
        }
        const std::vector<json> lines = record_lines(record);
        CHECK(lines.front().at("limits").at("game_ms") == 1);
        CHECK(lines.back().at("ended_by") == "game-time");
        CHECK(lines.back().value("no_winner", false) == played.at("no_winner"));
        CHECK(verification_of(record).status == 0);
        // Ranks are verification_of, and a game without the limit can't have been ended by it.
        const auto is_refused = [&](std::vector<json> changed) {
            write_record_lines(record + ".changed", changed);
            return verification_of(record + ".changed").status == 3;
        };
        std::vector<json> changed = lines;
        changed.back()["scores"][0] = 17;
        CHECK(is_refused(changed));
        changed = lines;
        changed.front()["limits"].erase("game_ms");
        CHECK(is_refused(changed));
        changed = lines;
        changed.back().erase("ended_by");
        CHECK(is_refused(changed));
    }
}

TEST_CASE("the seat that used most of a game's time is named", "[game-time]") {
    const TemporaryFolder folder;
    const std::string rules = folder / "heaps";
    REQUIRE(run({referee_path(), "new-game", "--language", "Python", rules}).status == 0);
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"if not 1 <= stones", "if not 0 <= stones"},
          {"range(1, heap + 1)", "range(0, heap + 1)"}}) {
        std::string text = read_file(rules + "/game.py");
        write_file(rules + "/game.py", text.replace(text.find(from), from.size(), to));
    }
    write_file(folder / "f.dat", "game heaps\nheaps 3\nstones 9\n[heaps]\n4 7 1\n");
    write_script(folder / "quick", "#!/bin/sh\necho 1 0 >result.dat\n");
    write_script(
        folder / "busy", "#!/bin/sh\necho 1 0 >result.dat\n"
                         "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done\n");
    const json match = json_printed_by(
        {referee_path(), "play", folder / "f.dat", "--rules", rules, "--ai",
         "quick=" + (folder / "quick"), "--ai", "busy=" + (folder / "busy"), "--seats", "rotate",
         "--game-time", "300ms", "--time-limit", "120s", "--json"});
    for (std::size_t i = 0; i < 2; ++i) {
        const json& game = match.at("games").at(i);
        CHECK(game.at("ended_by") == "game-time");
        CHECK(game.at("no_winner") == false); // the game ranks: nobody has taken a stone
        CHECK_THAT(
            game.at("reason").get<std::string>(),
            StartsWith(fmt::format(
                "the AIs have used the 0.3 s of the game, busy on seat {} most of it (", 2 - i)) &&
                ContainsSubstring("): more stones taken"));
    }
    // A longer limit than the game needs changes nothing.
    const json whole = json_printed_by(
        {referee_path(), "play", folder / "f.dat", "--rules", rules, "--ai",
         "one=" + rules + "/reference", "--ai", "two=" + rules + "/reference", "--seats", "fixed",
         "--game-time", "10h", "--time-limit", "120s", "--json"});
    CHECK(whole.at("games").at(0).at("ended_by") == "rules");
}

TEST_CASE("a tournament and a season have a limit of a game's time", "[game-time]") {
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms(0755));
    const std::string ai = gems_ai("random");
    REQUIRE(run({referee_path(), "create", folder / "f.dat", "--seed", "1"}).status == 0);
    const std::vector<std::string> tournament{
        referee_path(), "tournament",   "--fields", folder / "f.dat", "--ai",
        "a=" + ai,      "--ai",         "b=" + ai,  "--db",           folder / "db.sqlite",
        "--json",       "--time-limit", "60s",      "--game-time"};
    std::vector<std::string> words = tournament;
    words.push_back("1ms");
    const json tables = json_printed_by(words);
    CHECK(tables.at("standings").at(0).at("games") == 2);
    const Output text = run({referee_path(), "report", folder / "db.sqlite"});
    CHECK_THAT(text.out, ContainsSubstring("time of a game 1ms"));
    // It decides results, so it identifies the tournament.
    words.back() = "2ms";
    const Output other = run(words);
    CHECK(other.status == 2);
    CHECK_THAT(other.err, ContainsSubstring("game-time"));
    const referee::Store store(folder / "db.sqlite", referee::Store::Access::read);
    store.for_each([](const referee::GameOutcome& game) {
        CHECK_THAT(game.reason, StartsWith("the AIs have used the 0.001 s of the game"));
    });

    const std::string cup = folder / "cup";
    fs::create_directories(cup + "/entries/anna");
    fs::create_directories(folder / "work");
    write_file(
        cup + "/season.ini",
        fmt::format(
            "generate = 2\nfield-seed = 1\ngames = 1\nbaseline = random={}\ntime-limit = 60s\n"
            "game = gems\nwork = {}\ngame-time = 1ms\n",
            ai, folder / "work"));
    fs::copy_file(ai, cup + "/entries/anna/v1");
    const Output season = run({referee_path(), "season", cup, "--once"});
    CAPTURE(season.err);
    REQUIRE(season.status == 0);
    CHECK_THAT(
        read_file(cup + "/notes/anna/v1.txt"),
        ContainsSubstring("the AIs have used the 0.001 s of the game"));
}
