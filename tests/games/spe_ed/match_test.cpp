// Matches of spe_ed with the real executable.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

using nlohmann::json;
using namespace tests;

namespace {

std::string spe_ed_ai(const std::string& name) {
    return built("ai") + "/spe_ed/" + name;
}

std::string spe_ed_field(const std::string& name) {
    return source_folder() + "/fields/spe_ed/" + name + ".dat";
}

json play_spe_ed(const std::string& field, const std::vector<std::string>& more) {
    std::vector<std::string> command{referee_path(), spe_ed_field(field), "--json"};
    command.insert(command.end(), more.begin(), more.end());
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return json::parse(output.out);
}

std::vector<std::string> with_ais(int count, const std::string& ai) {
    std::vector<std::string> options;
    for (int i = 1; i <= count; ++i) {
        options.push_back("--ai");
        options.push_back("p" + std::to_string(i) + "=" + spe_ed_ai(ai));
    }
    return options;
}

} // namespace

TEST_CASE(
    "matches of 2 to 6 players of spe_ed are as many games with rotated seats",
    "[spe_ed][end-to-end][slow]") {
    for (const int count : {2, 3, 4, 6}) {
        const std::string field = "small-" + std::to_string(count) + "-001";
        const json match = play_spe_ed(field, with_ais(count, "reference"));
        REQUIRE(match["games"].size() == static_cast<std::size_t>(count));
        double points = 0;
        for (int seat = 0; seat < count; ++seat) {
            std::set<std::string> names;
            for (const json& game : match["games"]) {
                names.insert(game["seats"][seat]["name"].get<std::string>());
                points += game["seats"][seat]["points"].get<double>();
            }
            CHECK(names.size() == static_cast<std::size_t>(count)); // everybody sat everywhere
        }
        CHECK(std::abs(points - count) < 1e-9);
    }
}

TEST_CASE(
    "an AI against itself gets the same from both games of a match of spe_ed",
    "[spe_ed][end-to-end]") {
    const json match = play_spe_ed("small-2-002", with_ais(2, "reference"));
    CHECK(match["games"][0]["seats"][0]["points"] == match["games"][1]["seats"][0]["points"]);
    CHECK(match["games"][0]["turns"] == match["games"][1]["turns"]);
    CHECK(match["result"]["points"]["p1"] == match["result"]["points"]["p2"]);
}

TEST_CASE(
    "the field's deadline holds, and whoever misses it is out", "[spe_ed][end-to-end][slow]") {
    const TemporaryFolder folder;
    write_script(
        folder / "slow", "#!/bin/sh\ngrep -q '^turn 2$' match.dat && sleep 600\n"
                         "echo change_nothing > result.dat\n");
    REQUIRE(
        run({referee_path(), "create", folder / "f.dat", "--game", "spe_ed", "--seed", "1", "--set",
             "deadline=3"})
            .status == 0);
    const Output output = run(
        {referee_path(), folder / "f.dat", "--ai", "slow=" + (folder / "slow"), "--ai",
         "it=" + spe_ed_ai("reference"), "--seats", "fixed", "--json"});
    INFO(output.err);
    REQUIRE(output.status == 0);
    const json game = json::parse(output.out)["games"][0];
    CHECK(game["turns"] == 3);
    CHECK(game["seats"][0]["faults"]["timeout"] == 1);
    CHECK(game["seats"][0]["longest_ms"].get<double>() >= 3000);
    CHECK(game["seats"][1]["points"] == 1.0);
}

TEST_CASE(
    "create, check and play of spe_ed go together for many seeds", "[spe_ed][end-to-end][slow]") {
    const TemporaryFolder folder;
    for (int seed = 1; seed <= 12; ++seed) {
        const std::string field = folder / (std::to_string(seed) + ".dat");
        const int count = 2 + seed % 5;
        REQUIRE(
            run({referee_path(), "create", field, "--game", "spe_ed", "--players",
                 std::to_string(count), "--seed", std::to_string(seed)})
                .status == 0);
        const Output checked = run({referee_path(), "check", field});
        REQUIRE(checked.status == 0);
        CHECK_THAT(checked.out, ContainsSubstring(std::to_string(count) + " seats"));
        std::vector<std::string> command{referee_path(), field, "--seats", "fixed"};
        const auto ais = with_ais(count, "reference");
        command.insert(command.end(), ais.begin(), ais.end());
        const Output output = run(command);
        INFO(output.err);
        CHECK(output.status == 0);
        CHECK_THAT(output.out, ContainsSubstring("result: "));
    }
}

TEST_CASE("a field of spe_ed that is wrong is told in one line", "[spe_ed][end-to-end]") {
    const TemporaryFolder folder;
    write_file(folder / "f.dat", "game spe_ed\nwidth 9\n[players]\n1 1 south\n[deadlines]\n5\n");
    const Output output = run({referee_path(), "check", folder / "f.dat"});
    CHECK(output.status == 2);
    CHECK_THAT(output.err, ContainsSubstring("f.dat:4: the direction is 'south'; write up, right"));
    CHECK(std::count(output.err.begin(), output.err.end(), '\n') == 1);
}

TEST_CASE("all AIs of spe_ed play whole matches without a fault", "[spe_ed][end-to-end][slow]") {
    const TemporaryFolder folder;
    const std::string record = folder / "r.jsonl";
    std::vector<std::string> command{referee_path(), spe_ed_field("small-6-002"),
                                     "--time-limit", "350ms",
                                     "--margin",     "60s",
                                     "--record",     record,
                                     "--json",       "--seats",
                                     "fixed"};
    for (const std::string name :
         {"random", "reference", "space", "domme", "domme-keep", "voronoi"}) {
        command.push_back("--ai");
        command.push_back(spe_ed_ai(name));
    }
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    const json game = json::parse(output.out)["games"][0];
    for (const json& seat : game["seats"]) {
        INFO(seat.dump());
        CHECK((!seat.contains("faults") || seat["faults"].empty()));
    }
    const std::string text = read_file(record);
    CHECK_THAT(text, ContainsSubstring("dead end no\\nsafe zone"));
    CHECK(run({referee_path(), "replay", record, "--verify"}).status == 0);
}
