// The bridge to HTTP servers: whole matches against small real ones.

#include "support/catch.hpp"
#include "support/net/http_bridge.hpp"
#include "support/run.hpp"
#include "support/skipped.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <set>

using nlohmann::json;
using namespace tests;

namespace {

/// Keys of an object with those of the objects in it, e.g. "game.ruleset.name".
void add_keys(const json& value, const std::string& prefix, std::set<std::string>& keys) {
    for (const auto& [key, inner] : value.items()) {
        keys.insert(prefix + key);
        if (inner.is_object()) {
            add_keys(inner, prefix + key + ".", keys);
        } else if (inner.is_array() && !inner.empty() && inner[0].is_object()) {
            add_keys(inner[0], prefix + key + "[].", keys);
        }
    }
}

std::set<std::string> snake_keys(const std::string& prefix) {
    std::set<std::string> keys;
    for (const char* key :
         {"id", "name", "latency", "health", "body", "body[].x", "body[].y", "head", "head.x",
          "head.y", "length", "shout", "squad", "customizations", "customizations.color",
          "customizations.head", "customizations.tail"}) {
        keys.insert(prefix + key);
    }
    return keys;
}

/// All that the official API tells of a game between two.
std::set<std::string> official_keys() {
    std::set<std::string> keys{
        "game",
        "game.id",
        "game.ruleset",
        "game.ruleset.name",
        "game.ruleset.version",
        "game.ruleset.settings",
        "game.ruleset.settings.foodSpawnChance",
        "game.ruleset.settings.minimumFood",
        "game.ruleset.settings.hazardDamagePerTurn",
        "game.ruleset.settings.hazardMap",
        "game.ruleset.settings.hazardMapAuthor",
        "game.ruleset.settings.royale",
        "game.ruleset.settings.royale.shrinkEveryNTurns",
        "game.ruleset.settings.squad",
        "game.ruleset.settings.squad.allowBodyCollisions",
        "game.ruleset.settings.squad.sharedElimination",
        "game.ruleset.settings.squad.sharedHealth",
        "game.ruleset.settings.squad.sharedLength",
        "game.map",
        "game.timeout",
        "game.source",
        "turn",
        "board",
        "board.height",
        "board.width",
        "board.food",
        "board.food[].x",
        "board.food[].y",
        "board.hazards",
        "board.snakes",
        "you"};
    keys.merge(snake_keys("board.snakes[]."));
    keys.merge(snake_keys("you."));
    return keys;
}

/// Checks the request for the first turn on the field 11x11-2-001, where the bridge has seat 1 at
/// its start.
void check_first_turn(const json& request) {
    CHECK(request["game"]["ruleset"]["name"] == "standard");
    CHECK(request["game"]["ruleset"]["settings"]["foodSpawnChance"] == 15);
    CHECK(request["game"]["ruleset"]["settings"]["minimumFood"] == 1);
    CHECK(request["game"]["timeout"] == 70'000);
    CHECK(request["turn"] == 0);
    CHECK(request["board"]["width"] == 11);
    CHECK(request["board"]["height"] == 11);
    CHECK(request["board"]["food"].size() == 3);
    CHECK(request["board"]["hazards"] == json::array());
    CHECK(request["you"]["name"] == "bridge");
    CHECK(request["you"]["health"] == 100);
    CHECK(request["you"]["length"] == 3);
    CHECK(
        request["you"]["customizations"] ==
        json{{"color", "#336699"}, {"head", "smile"}, {"tail", "curled"}});
    CHECK(request["board"]["snakes"][1]["name"] == "reference");
}

bool can_confine(const std::string& mode) {
    const std::string reference = battlesnake_ai("reference");
    return run({referee_path(), source_folder() + "/fields/battlesnake/7x7-2-001.dat", "--ai",
                reference, "--ai", reference, "--confine", mode})
               .status == 0;
}

} // namespace

TEST_CASE("an HTTP snake plays a whole match through the bridge", "[battlesnake][http]") {
    if (lacks_python()) {
        return;
    }
    const TemporaryFolder folder;
    const PythonServer server(
        folder, source_folder() + "/ai-samples/battlesnake/http-python/snake_server.py");
    const json match = play_bridge(
        folder, bridge_folder(folder, server.port()), {"--tell-names", "--time-limit", "60s"});
    const std::vector<json> moves = moves_of_bridge(folder);
    REQUIRE(moves.size() > 20);

    std::vector<json> asked;
    std::vector<std::string> paths;
    for (const json& line : lines_of_json(folder / "requests")) {
        if (line.is_object()) {
            paths.push_back(line["path"]);
            if (line["path"] == "/move") {
                asked.push_back(line["request"]);
            }
        }
    }
    // Each game: /start, as many times /move as there were moves, /end.
    CHECK(paths.front() == "/start");
    CHECK(paths.back() == "/end");
    CHECK(std::count(paths.begin(), paths.end(), "/start") == 2);
    CHECK(std::count(paths.begin(), paths.end(), "/end") == 2);
    REQUIRE(asked.size() == moves.size());
    CHECK(paths.size() == moves.size() + 4);

    std::set<std::string> games;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        INFO(moves[i]);
        CHECK(moves[i]["fault"].is_null());
        CHECK(asked[i]["turn"] == moves[i]["turn"]);
        const std::string notes = moves[i].value("notes", "");
        CHECK_THAT(notes, Catch::Matchers::EndsWith(" ways\n")); // the shout
        games.insert(asked[i]["game"]["id"].get<std::string>());
        const json& you = asked[i]["you"];
        CHECK(you["head"] == you["body"][0]);
        CHECK(you["length"] == you["body"].size());
        CHECK(asked[i]["board"]["snakes"].size() == 2);
        CHECK(
            std::count(
                asked[i]["board"]["snakes"].begin(), asked[i]["board"]["snakes"].end(), you) == 1);
    }
    CHECK(games.size() == 2);
    CHECK(asked[0]["you"]["shout"] == "");
    CHECK_THAT(asked[1]["you"]["shout"].get<std::string>(), Catch::Matchers::EndsWith(" ways"));
    CHECK(match["games"].size() == 2);
}

TEST_CASE("the bridge's request has all fields of the official API", "[battlesnake][http]") {
    if (lacks_python()) {
        return;
    }
    const TemporaryFolder folder;
    const PythonServer server(
        folder, source_folder() + "/ai-samples/battlesnake/http-python/snake_server.py");
    play_bridge(
        folder, bridge_folder(folder, server.port()),
        {"--tell-names", "--time-limit", "70s", "--seats", "fixed"});
    const json request = lines_of_json(folder / "requests").at(2).at("request");
    std::set<std::string> keys;
    add_keys(request, "", keys);
    CHECK(keys == official_keys());
    check_first_turn(request);
    const json end = lines_of_json(folder / "requests").back();
    CHECK(end["path"] == "/end");
    CHECK(end["request"]["board"]["snakes"].size() <= 1); // the dead have left the board …
    CHECK(end["request"]["you"]["body"].size() >= 3);     // … but not the request
}

TEST_CASE("the bridge starts a server that it brings along", "[battlesnake][http][slow]") {
    if (lacks_python()) {
        return;
    }
    for (const char* mode : {"default", "strict"}) {
        if (!can_confine(mode)) {
            leave_out(
                std::string("the bridge's own server with --confine ") + mode,
                std::string(mode) == "strict" ? Need::namespaces : Need::landlock);
            continue;
        }
        INFO(mode);
        const TemporaryFolder folder;
        const std::string port = std::to_string(free_port());
        const std::string ai = bridge_folder(
            folder, std::stoi(port),
            " -- sh -c 'grep ^phase match.dat; exec python3 {dir}/snake_server.py " + port + "'");
        std::filesystem::copy_file(
            source_folder() + "/ai-samples/battlesnake/http-python/snake_server.py",
            ai + "/snake_server.py");
        play_bridge(folder, ai, {"--confine", mode, "--time-limit", "60s"});
        CHECK_THAT(said_by_bridge(folder), StartsWith("phase prepare\n"));
        const std::vector<json> moves = moves_of_bridge(folder);
        CHECK(moves.size() > 20);
        for (const json& move : moves) {
            CHECK(move["fault"].is_null());
        }
        int looks = 0; // what was killed may take a moment to be gone
        while (!processes_with(ai).empty() && ++looks < 500) {
            ::poll(nullptr, 0, 10);
        }
        CHECK(processes_with(ai).empty());
    }
}

TEST_CASE("{port} within a word of the server's command is the port", "[battlesnake][http]") {
    if (lacks_python()) {
        return;
    }
    const TemporaryFolder folder;
    const std::string ai = bridge_folder(
        folder, free_port(),
        " -- env PORT={port} sh -c 'exec python3 {dir}/snake_server.py $PORT'");
    std::filesystem::copy_file(
        source_folder() + "/ai-samples/battlesnake/http-python/snake_server.py",
        ai + "/snake_server.py");
    play_bridge(
        folder, ai, {"--time-limit", "60s", "--seats", "fixed"}); // seat 1 has the URL's port
    const std::vector<json> moves = moves_of_bridge(folder);
    CHECK(moves.size() > 5);
    for (const json& move : moves) {
        CHECK(move["fault"].is_null());
    }
}

TEST_CASE("check tries a bridge that is allowed its port", "[battlesnake][http]") {
    if (lacks_python()) {
        return;
    }
    const std::vector<std::string> command{
        referee_path(),
        "check",
        "--game",
        "battlesnake",
        "--time-limit",
        "60s",
        "--turns",
        "3",
        battlesnake_ai("http-python")};
    Output output = run(command);
    CHECK(output.status == 3);
    CHECK_THAT(output.out, ContainsSubstring("allow them with --allow-network http-python"));
    std::vector<std::string> allowed = command;
    allowed.insert(allowed.end(), {"--allow-network", "http-python"});
    output = run(allowed);
    INFO(output.out << output.err);
    CHECK(output.status == 0);
    CHECK_THAT(output.out, ContainsSubstring("no problems found"));
}
