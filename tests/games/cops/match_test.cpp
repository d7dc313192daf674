// cops with the real executable and real AIs.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

const std::string fields = source_folder() + "/fields/cops/";

std::string cops_ai(const std::string& name) {
    return built("ai") + "/cops/" + name;
}

json play_json(const std::string& field, const std::vector<std::string>& more) {
    std::vector<std::string> command{referee_path(), field, "--json"};
    command.insert(command.end(), more.begin(), more.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

/// A record without what differs from run to run: times and memory.
std::string without_times(const std::string& record) {
    std::string text;
    std::istringstream lines(record);
    for (std::string line; std::getline(lines, line);) {
        json entry = json::parse(line);
        for (const char* const key : {"wall_ms", "cpu_ms", "memory_kib"}) {
            entry.erase(key);
        }
        text += entry.dump() + "\n";
    }
    return text;
}

/// The moves of a record as they took effect.
std::string effects_of(const std::string& record) {
    std::string text;
    std::istringstream lines(record);
    for (std::string line; std::getline(lines, line);) {
        const json entry = json::parse(line);
        if (entry.contains("effect")) {
            text += entry["effect"].dump() + "\n";
        }
    }
    return text;
}

/// A program that answers correctly, except in the turns in which `misbehave` (shell) does
/// something else.
void write_wrapper(const std::string& path, const std::string& misbehave) {
    write_script(
        path, "#!/bin/bash\nturn=$(grep '^turn ' match.dat)\nphase=$(grep '^phase ' match.dat)\n" +
                  misbehave + "\necho '- - - - -' > result.dat\n");
}

} // namespace

TEST_CASE("a match of cops is decided by both games together", "[end-to-end][cops]") {
    const json match = play_json(
        fields + "standard-001.dat",
        {"--ai", "a=" + cops_ai("reference"), "--ai", "b=" + cops_ai("random")});
    REQUIRE(match["games"].size() == 2);
    const double as_thief = match["games"][0]["seats"][0]["score"];
    const double other_as_thief = match["games"][1]["seats"][0]["score"];
    CHECK(match["games"][0]["seats"][1]["score"] == -as_thief);
    CHECK(match["games"][0]["seats"][0]["points"] == 0.0);
    CHECK(match["result"]["scores"]["a"] == as_thief - other_as_thief);
    REQUIRE(as_thief != other_as_thief);
    const bool a_wins = as_thief > other_as_thief;
    CHECK(match["result"]["winner"] == (a_wins ? "a" : "b"));
    CHECK(match["result"]["points"]["a"] == (a_wins ? 1.0 : 0.0));
}

TEST_CASE(
    "a deterministic AI of cops against itself draws every match", "[end-to-end][cops][slow]") {
    for (const auto& entry : std::filesystem::directory_iterator(fields)) {
        if (entry.path().extension() == ".dat") {
            INFO(entry.path());
            const std::string ai = cops_ai("reference");
            const json match =
                play_json(entry.path().string(), {"--ai", ai, "--ai", ai, "--time-limit", "60s"});
            CHECK(match["result"]["winner"].is_null());
            CHECK(match["result"]["points"]["reference#1"] == 0.5);
            CHECK(match["games"][0]["faults"].empty());
        }
    }
}

TEST_CASE("the same field and AIs of cops give the same record ten times", "[end-to-end][cops]") {
    const TemporaryFolder folder;
    std::set<std::string> records;
    for (int i = 0; i < 10; ++i) {
        const std::string path = folder / (std::to_string(i) + ".jsonl");
        const Output output = run(
            {referee_path(), fields + "standard-003.dat", "--ai", cops_ai("random"), "--ai",
             cops_ai("reference"), "--record", path});
        REQUIRE(output.status == 0);
        records.insert(without_times(read_file(path)));
    }
    CHECK(records.size() == 1);
    CHECK(records.begin()->find("\"effect\":\"") != std::string::npos);
}

TEST_CASE("foresight repeats itself as long as it has time enough", "[end-to-end][cops][slow]") {
    const TemporaryFolder folder;
    std::set<std::string> games;
    for (int i = 0; i < 3; ++i) {
        const std::string path = folder / (std::to_string(i) + ".jsonl");
        const std::string ai = "it=" + cops_ai("foresight");
        const Output output = run(
            {referee_path(), fields + "standard-004.dat", "--ai", ai, "--ai", ai, "--record", path,
             "--time-limit", "60s"});
        INFO(output.err);
        REQUIRE(output.status == 0);
        games.insert(effects_of(read_file(path)));
    }
    CHECK(games.size() == 1);
}

TEST_CASE(
    "a late plan, one of the wrong shape and a wrong letter cost k ticks, and the game of "
    "cops continues",
    "[end-to-end][cops][slow]") {
    const TemporaryFolder folder;
    write_wrapper(
        folder / "thief", "[ \"$turn\" = 'turn 1' ] && [ \"$phase\" = 'phase move' ] && sleep 600\n"
                          "[ \"$turn\" = 'turn 2' ] && echo 'N N N N' > result.dat && exit\n"
                          "[ \"$turn\" = 'turn 3' ] && echo 'N N X N N' > result.dat && exit\n");
    write_script(
        folder / "cops",
        "#!/bin/bash\nfor i in 1 2 3 4 5; do echo '- - - - -'; done > result.dat\n");
    const json match = play_json(
        fields + "standard-001.dat", {"--ai", folder / "thief", "--ai", folder / "cops", "--seats",
                                      "fixed", "--time-limit", "3s"});
    const json& game = match["games"][0];
    CHECK(game["turns"] == 40);
    CHECK(game["reason"] == "survived 200 ticks");
    CHECK(game["seats"][0]["faults"]["timeout"] == 1);
    CHECK(game["seats"][0]["faults"]["bad-result"] == 2);
    CHECK(game["seats"][1]["faults"].empty());
}

TEST_CASE(
    "both sides of cops are run once to prepare, without a state", "[end-to-end][cops][slow]") {
    const TemporaryFolder folder;
    write_script(
        folder / "ai",
        "#!/bin/bash\nunits=5; grep -q '^role thief' match.dat && units=1\n"
        "if grep -q '^phase prepare' match.dat; then\n"
        "  grep -q '^wall_length 4' match.dat && [ ! -s gamefield.dat ] && [ ! -s history.dat ] && "
        "[ ! -s player.dat ] && [ ! -s opponent.dat ] && echo prepared > memory.dat\n"
        "  exit\nfi\n"
        "[ \"$(cat memory.dat)\" = prepared ] || exit 1\n"
        "for ((i = 0; i < units; i++)); do echo '- - - - -'; done > result.dat\n");
    const json match = play_json(
        fields + "standard-001.dat",
        {"--ai", "a=" + folder / "ai", "--ai", "b=" + folder / "ai", "--time-limit", "5s"});
    for (const json& game : match["games"]) {
        CHECK(game["faults"].empty());
        CHECK(game["turns"] == 40);
    }
}

TEST_CASE("fields of cops are created, checked, played and replayed", "[end-to-end][cops][slow]") {
    const TemporaryFolder folder;
    REQUIRE(
        run({referee_path(), folder / "f.dat", "create", "--game", "cops", "--seed", "500",
             "--count", "30"})
            .status == 0);
    std::vector<std::string> check{referee_path(), "check"};
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        check.push_back(entry.path().string());
    }
    CHECK(run(check).status == 0);
    for (std::size_t i = 2; i < check.size(); ++i) {
        const std::string record = check[i] + ".jsonl";
        const Output output = run(
            {referee_path(), check[i], "--ai", cops_ai("reference"), "--ai", cops_ai("random"),
             "--record", record});
        INFO(check[i] << output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("no faults"));
        CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
    }
}
