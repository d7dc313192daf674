// What people have made by a release works with the present program (referee/COMPATIBILITY.md):
// tests/releases has for each version what scripts/keep-release wrote then.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using namespace tests;
using nlohmann::json;

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.is_directory()) {
            all.push_back(entry.path());
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<fs::path> releases() {
    return folders_in(source_folder() + "/tests/releases");
}

/// The games of a release that can be played here: one that is compiled needs its compiler.
std::vector<fs::path> games_of(const fs::path& release) {
    std::vector<fs::path> games;
    for (const fs::path& folder : folders_in(release)) {
        if (!fs::exists(folder / "match.jsonl")) {
            continue;
        }
        const Output known = run({referee_path(), "games", folder.filename().string(), "--json"});
        if (known.status != 0 &&
            lacks("go", "the game " + folder.filename().string() + " of a release")) {
            continue;
        }
        CAPTURE(folder, known.err);
        CHECK(known.status == 0);
        games.push_back(folder);
    }
    return games;
}

/// A copy of a release's folder that may be changed.
std::string copy_of(const fs::path& folder, const TemporaryFolder& temporary) {
    std::string copy = temporary / "copy";
    fs::copy(folder, copy, fs::copy_options::recursive);
    return copy;
}

/// By "TURN SEAT FILE" the lines of the file.
std::map<std::string, std::vector<std::string>> positions_in(const fs::path& file) {
    std::map<std::string, std::vector<std::string>> positions;
    std::vector<std::string>* lines = nullptr;
    std::istringstream text(read_file(file));
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("@ ")) {
            lines = &positions[line.substr(2)];
        } else {
            REQUIRE(lines != nullptr);
            lines->push_back(line);
        }
    }
    return positions;
}

/// What a JSON Schema promised and another one no longer does: keys that are required, and their
/// types.
void compare_schemas(
    const json& old, const json& now, const std::string& where, std::string& broken) {
    const auto types = [](const json& schema) {
        const json type = schema.value("type", json::array());
        return type.is_array() ? type.get<std::set<std::string>>()
                               : std::set<std::string>{type.get<std::string>()};
    };
    const std::set<std::string> before = types(old);
    for (const std::string& type : types(now)) {
        // A program that reads an integer or a text isn't prepared for null.
        if (!before.empty() && !before.contains(type) &&
            !(type == "integer" && before.contains("number"))) {
            broken += fmt::format("{}: may be {} now\n", where, type);
        }
    }
    for (const json& key : old.value("required", json::array())) {
        const json required = now.value("required", json::array());
        if (std::find(required.begin(), required.end(), key) == required.end()) {
            broken += fmt::format("{}: {} isn't required any more\n", where, key.dump());
        }
    }
    for (const auto& [key, value] : old.items()) {
        if (value.is_object() && (!now.is_object() || !now.contains(key))) {
            broken += fmt::format("{}: {} is gone\n", where, key);
        } else if (value.is_object()) {
            compare_schemas(value, now.at(key), where + "/" + key, broken);
        } else if (value.is_array() && !value.empty() && value.front().is_object()) {
            const json others = now.value(key, json::array());
            for (std::size_t i = 0; i < value.size() && i < others.size(); ++i) {
                compare_schemas(
                    value[i], others[i], fmt::format("{}/{}/{}", where, key, i), broken);
            }
        }
    }
}

} // namespace

TEST_CASE("every game that is registered belongs to a release, and none is lost", "[releases]") {
    REQUIRE(!releases().empty());
    for (const fs::path& release : releases()) {
        CAPTURE(release);
        CHECK(games_of(release).size() >= 5);
    }
    for (const auto& folder : fs::directory_iterator(source_folder() + "/referee/games")) {
        const fs::path kept = releases().back() / folder.path().filename();
        CAPTURE(kept);
        CHECK((!folder.is_directory() || fs::exists(kept / "match.jsonl")));
    }
}

TEST_CASE("records of every release are verified, and show what they showed", "[releases][slow]") {
    for (const fs::path& release : releases()) {
        for (const fs::path& game : games_of(release)) {
            CAPTURE(game);
            const std::string record = game / "match.jsonl";
            const Output verified = run({referee_path(), "replay", record, "--verify"});
            CAPTURE(verified.out, verified.err);
            CHECK(verified.status == 0);
            const std::string before = run({"gzip", "-dc", game / "states.jsonl.gz"}).out;
            CHECK(!before.empty());
            // Keys may have come.
            std::istringstream old_lines(before);
            std::istringstream new_lines(run({referee_path(), "replay", record, "--states"}).out);
            for (std::string old_line, new_line; std::getline(old_lines, old_line);) {
                REQUIRE(std::getline(new_lines, new_line));
                json before_now = json::parse(old_line);
                json now = json::parse(new_line);
                before_now.erase("picture"); // a text for people
                now.erase("picture");
                const json measures = before_now.value("measures", json::array());
                for (std::size_t seat = 0; seat < measures.size(); ++seat) {
                    json& row = now.at("measures").at(seat);
                    while (row.is_array() && row.size() > measures[seat].size()) {
                        row.erase(row.size() - 1); // more may have come at its end
                    }
                }
                json both = now;
                both.update(before_now);
                CHECK(both == now);
            }
        }
    }
}

TEST_CASE("an AI gets the files that it got by every release", "[releases][slow]") {
    for (const fs::path& release : releases()) {
        for (const fs::path& game : games_of(release)) {
            CAPTURE(game);
            const auto positions = positions_in(game / "positions.txt");
            REQUIRE(!positions.empty());
            const TemporaryFolder folder;
            for (const auto& [name, lines] : positions) {
                std::istringstream words(name);
                std::string turn;
                std::string seat;
                std::string file;
                words >> turn >> seat >> file;
                const std::string files = folder / (turn + "-" + seat);
                if (!fs::exists(files)) {
                    const Output written = run(
                        {referee_path(), "rerun", game / "match.jsonl", "--game", "1", "--turn",
                         turn, "--seat", seat, "--files", files});
                    CAPTURE(written.err);
                    REQUIRE(written.status == 0);
                }
                CAPTURE(name);
                std::vector<std::string> now;
                std::istringstream text(read_file(files + "/" + file));
                for (std::string line; std::getline(text, line);) {
                    now.push_back(line);
                }
                if (file == "match.dat") { // keys may have come
                    for (const std::string& line : lines) {
                        CAPTURE(line);
                        CHECK(std::find(now.begin(), now.end(), line) != now.end());
                    }
                } else {
                    CHECK(now == lines);
                }
            }
        }
    }
}

TEST_CASE("a game of every release can be continued from its record", "[releases][slow]") {
    for (const fs::path& release : releases()) {
        for (const fs::path& game : games_of(release)) {
            const std::string name = game.filename().string();
            CAPTURE(game);
            std::istringstream lines(read_file(game / "match.jsonl"));
            std::string head;
            std::getline(lines, head);
            std::vector<std::string> command{referee_path(), "play", "--from", game / "match.jsonl",
                                             "--game",       "1",    "--turn", "1",
                                             "--time-limit", "none"};
            const json record = json::parse(head);
            const std::size_t players =
                record.contains("teams") ? record["teams"].size() : record["seats"].size();
            for (std::size_t i = 0; i < players; ++i) {
                command.insert(
                    command.end(),
                    {"--ai", fmt::format("p{}={}/{}/reference", i, built("ai"), name)});
            }
            const Output played = run(command);
            CAPTURE(played.out, played.err);
            CHECK(played.status == 0);
        }
    }
}

TEST_CASE("results of every release are reported, and its tournament goes on", "[releases][slow]") {
    for (const fs::path& release : releases()) {
        CAPTURE(release);
        const TemporaryFolder temporary;
        const std::string copy = copy_of(release / "tournament", temporary);
        const json before = json::parse(read_file(copy + "/report.json"));
        const auto now = [&] {
            const Output report = run({referee_path(), "report", "results.sqlite", "--json"}, copy);
            CAPTURE(report.err);
            REQUIRE(report.status == 0);
            return json::parse(report.out);
        };
        const json read = now();
        CHECK(read["games"] == before["games"]);
        REQUIRE(read["standings"].size() == before["standings"].size());
        for (std::size_t i = 0; i < read["standings"].size(); ++i) {
            for (const auto* const key :
                 {"name", "rank", "games", "wins", "draws", "losses", "points", "faults",
                  "moves"}) {
                CAPTURE(key);
                CHECK(read["standings"][i][key] == before["standings"][i][key]);
            }
        }
        REQUIRE(
            run({referee_path(), "create", copy + "/fields/3.dat", "--game", "gems", "--set",
                 "max_moves=4"})
                .status == 0);
        const Output grown =
            run({referee_path(), "tournament", "--config", "tournament.ini"}, copy);
        CAPTURE(grown.out, grown.err);
        CHECK(grown.status == 0);
        CHECK(now()["games"].get<int>() == before["games"].get<int>() + 2);
    }
}

TEST_CASE("a season of every release goes on", "[releases][slow]") {
    for (const fs::path& release : releases()) {
        CAPTURE(release);
        const TemporaryFolder temporary;
        const std::string copy = copy_of(release / "season", temporary);
        const std::string note = read_file(copy + "/notes/bob/2.txt");
        fs::copy(copy + "/entries/bob/1", copy + "/entries/bob/3");
        fs::create_directories(copy + "/entries/carol");
        fs::copy(copy + "/entries/alice/1", copy + "/entries/carol/1");
        const Output gone_on = run({referee_path(), "season", copy, "--once"});
        CAPTURE(gone_on.out, gone_on.err);
        CHECK(gone_on.status == 0);
        CHECK(fs::exists(copy + "/notes/carol/1.txt"));
        CHECK(read_file(copy + "/notes/bob/2.txt") == note);
        CHECK(fs::exists(copy + "/site/index.html"));
    }
}

TEST_CASE(
    "a game of one's own from every release is played and checked",
    "[releases][game-programs][slow]") {
    for (const fs::path& release : releases()) {
        CAPTURE(release);
        const TemporaryFolder temporary;
        const std::string copy = copy_of(release / "game", temporary);
        const Output checked =
            run({referee_path(), "check", "--rules", copy, "--field-count", "2"});
        CAPTURE(checked.out, checked.err);
        CHECK(checked.status == 0);
    }
}

TEST_CASE("what a schema of a release requires is still there, with its type", "[releases]") {
    for (const fs::path& release : releases()) {
        for (const auto& file : fs::directory_iterator(release / "schemas")) {
            const std::string name = file.path().filename().string();
            CAPTURE(release, name);
            std::string broken;
            compare_schemas(
                json::parse(read_file(file.path())),
                json::parse(read_file(source_folder() + "/referee/cli/schemas/" + name)), name,
                broken);
            CHECK(broken == "");
        }
    }
}

TEST_CASE("a schema that keeps less than an older one is found", "[releases]") {
    const json old = json::parse(
        R"({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}})");
    const std::vector<std::pair<std::string, std::string>> changes{
        {"/required", "[]"},
        {"/properties/a/type", R"(["integer", "null"])"},
        {"/properties", R"({"a": {"type": "integer"}})"}};
    std::string none;
    compare_schemas(old, old, "", none);
    CHECK(none == "");
    for (const auto& [where, value] : changes) {
        json changed = old;
        changed[json::json_pointer(where)] = json::parse(value);
        std::string broken;
        compare_schemas(old, changed, "", broken);
        CAPTURE(where);
        CHECK(broken != "");
    }
}
