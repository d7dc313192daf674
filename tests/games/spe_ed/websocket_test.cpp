// The bridge for contest clients, with a real client: contest_client.py checks every
// message and ends with a traceback if one is wrong.

#include "support/catch.hpp"
#include "support/run.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

using nlohmann::json;
using namespace tests;

namespace {

namespace fs = std::filesystem;

/// A match of clients, each behind a bridge, against the reference AI, or a script, in the
/// last seat. `said` and `faults` are of the first game.
struct BridgeMatch {
    TemporaryFolder folder;
    json game;
    Output output;

    explicit BridgeMatch(
        const std::vector<std::string>& behaviours, const std::string& field = "small-2-001",
        const std::vector<std::string>& more = {}, const std::string& opponent = "") {
        const std::string spe_ed = built("ai") + "/spe_ed/";
        std::vector<std::string> command{
            referee_path(), source_folder() + "/fields/spe_ed/" + field + ".dat"};
        command.insert(
            command.end(), {"--json", "--logs", folder / "logs", "--record", folder / "r.jsonl",
                            "--time-limit", "60s", "--prepare-limit", "600s"});
        fs::create_directory(folder / "logs");
        for (const std::string& behaviour : behaviours) {
            const std::string ai = folder / behaviour;
            fs::create_directory(ai);
            fs::copy(spe_ed + "websocket/websocket", ai);
            fs::copy(source_folder() + "/tests/games/spe_ed/contest_client.py", ai);
            write_file(
                ai + "/ai.ini",
                "command = websocket python3 {dir}/contest_client.py " + behaviour +
                    "\nresident = yes\nprepare = yes\nnetwork = 18471 18472 18473 18474\n");
            command.insert(command.end(), {"--ai", ai, "--allow-network", behaviour});
        }
        if (!opponent.empty()) { // a script, which is out after five rounds
            write_script(
                folder / "script", "#!/bin/sh\n" + opponent + "; grep -q '^turn 5$' match.dat ||" +
                                       " echo change_nothing > result.dat\n");
        }
        command.insert(
            command.end(), {"--ai", opponent.empty() ? spe_ed + "reference" : folder / "script"});
        command.insert(command.end(), more.begin(), more.end());
        output = run(command);
        if (output.status == 0) {
            game = json::parse(output.out)["games"][0];
        }
    }

    /// What the client behind the bridge in this seat has printed.
    std::string said(int seat) const {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder / "logs")) {
            if (entry.path().string().ends_with("game1-seat" + std::to_string(seat) + ".err")) {
                return read_file(entry.path().string());
            }
        }
        return "";
    }
    json faults(int seat) const {
        return game["seats"][static_cast<std::size_t>(seat - 1)]["faults"];
    }
};

} // namespace

TEST_CASE("a contest client plays a whole match through the bridge", "[spe_ed][websocket][slow]") {
    const std::string mode = GENERATE("default", "strict", "none");
    const BridgeMatch match({"plays"}, "small-2-001", {"--confine", mode, "--tell-names"});
    INFO(mode << '\n' << match.output.err << match.said(1));
    REQUIRE(match.output.status == 0);
    CHECK(match.faults(1).empty());
    CHECK(match.game["seats"][0]["moves"] == match.game["turns"]); // it was in to the end
    // As many states as rounds, then the last one.
    const int states = match.game["turns"].get<int>() + 1;
    CHECK_THAT(
        match.said(1),
        ContainsSubstring("over after " + std::to_string(states) + " states: plays reference\n"));
    CHECK_THAT(match.said(1), ContainsSubstring("closed\n"));
    const json games = json::parse(match.output.out)["games"];
    REQUIRE(games.size() == 2);
    CHECK(games[1]["seats"][1]["faults"].empty()); // a new bridge and client in the second game
    CHECK(processes_with(match.folder.path()).empty());
}

TEST_CASE(
    "a contest client starts and connects before the clock of its first move runs",
    "[spe_ed][websocket]") {
    const BridgeMatch match({"plays"}, "small-2-001", {"--seats", "fixed"});
    INFO(match.output.err << match.said(1));
    REQUIRE(match.output.status == 0);
    std::string phases;
    std::istringstream said(match.said(1));
    for (std::string line; std::getline(said, line);) {
        phases += line.find(" in phase ") == std::string::npos ? "" : line + '\n';
    }
    CHECK(
        phases == "started in phase prepare\n"
                  "connects in phase prepare\n"
                  "asked in phase move\n");
}

TEST_CASE(
    "what a client says that is no answer costs what it cost in the contest",
    "[spe_ed][websocket][slow]") {
    const auto [behaviour, fault] = GENERATE(table<std::string, std::string>(
        {{"jumps", "bad-result"},
         {"mumbles", "bad-result"},
         {"quits", "no-result"},
         {"absent", "no-result"}}));
    const BridgeMatch match({behaviour});
    INFO(behaviour << '\n' << match.output.err << match.said(1));
    REQUIRE(match.output.status == 0);
    CHECK(match.faults(1) == json{{fault, 1}});
    CHECK(match.game["turns"] == (behaviour == "quits" ? 3 : 1));
    CHECK(match.game["seats"][1]["points"] == 1.0);
    if (behaviour == "jumps") {
        CHECK_THAT(
            read_file(match.folder / "r.jsonl"),
            ContainsSubstring(R"(no action: {\"action\": \"jump\"})"));
        CHECK_THAT(
            match.said(1), ContainsSubstring("the client's message: {\"action\": \"jump\"}\n"
                                             "hint: an answer is {\"action\": "));
    } else if (behaviour == "quits") {
        CHECK_THAT(
            match.said(1), ContainsSubstring("the client has left while it was in the game"));
    } else if (behaviour == "absent") {
        CHECK_THAT(
            match.said(1),
            ContainsSubstring("the client has ended without connecting (exit status 0)"));
    }
}

TEST_CASE(
    "clients that are out may leave, or stay for the end of the game",
    "[spe_ed][websocket][slow]") {
    const BridgeMatch match({"plays", "leaves", "stays"}, "small-4-001");
    INFO(match.output.err << match.said(1) << match.said(2) << match.said(3));
    REQUIRE(match.output.status == 0);
    const int last = match.game["turns"].get<int>();
    int early = 0;
    for (int seat = 1; seat <= 3; ++seat) {
        const json& result = match.game["seats"][static_cast<std::size_t>(seat - 1)];
        CHECK(result["faults"].empty());
        if (result["moves"].get<int>() == last) {
            continue;
        }
        ++early;
        CHECK_THAT(match.said(seat), ContainsSubstring("out after "));
        if (seat == 2) {
            CHECK(match.said(seat).find("over after") == std::string::npos);
        } else {
            CHECK_THAT(match.said(seat), ContainsSubstring(": seat1 seat2 seat3 seat4\nclosed\n"));
        }
    }
    CHECK(early > 0);
}

TEST_CASE(
    "a client that fails at its start shows why, with its first fault", "[spe_ed][websocket]") {
    const BridgeMatch match({"fails"}, "small-2-001", {"--seats", "fixed"});
    INFO(match.output.err << match.said(1));
    REQUIRE(match.output.status == 0);
    CHECK(match.faults(1) == json{{"no-result", 1}});
    const std::string printed = match.game["faults"][0]["printed"];
    CHECK_THAT(printed, ContainsSubstring("ZeroDivisionError: "));
    CHECK_THAT(
        printed,
        Catch::Matchers::EndsWith("the client has ended without connecting (exit status 1)\n"));
}

TEST_CASE("a bridge that can't start says what to do", "[spe_ed][websocket]") {
    const TemporaryFolder folder;
    write_file(folder / "ai.ini", "command = websocket python3 client.py\n");
    const Output without =
        run({built("ai") + "/spe_ed/websocket/websocket", "python3", "client.py"}, folder.path(),
            {"REFEREE_AI_DIR=" + folder.path()});
    CHECK(without.status == 1);
    CHECK_THAT(without.err, ContainsSubstring("ai.ini: network = PORT"));
    const Output nothing = run({built("ai") + "/spe_ed/websocket/websocket"});
    CHECK(nothing.status == 1);
    CHECK_THAT(nothing.err, ContainsSubstring("the client's command line is to be given"));
    write_file(folder / "ai.ini", "network = 18479\n");
    const Output missing =
        run({built("ai") + "/spe_ed/websocket/websocket", "no-such-client"}, folder.path(),
            {"REFEREE_AI_DIR=" + folder.path()});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.err, ContainsSubstring("no-such-client: the client can't be started"));
}
