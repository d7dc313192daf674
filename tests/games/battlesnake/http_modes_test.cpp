// The bridge in the other modes: what a public server gets, and that it plays.
// ai-samples/battlesnake/README.md, "The bridge to HTTP servers".

#include "support/catch.hpp"
#include "support/games/battlesnake_scenes.hpp"
#include "support/net/http_bridge.hpp"
#include "support/run.hpp"

#include <nlohmann/json.hpp>

using nlohmann::json;
using namespace tests;

namespace {

struct Mode {
    const char* ruleset;
    const char* map;
    std::vector<std::string> settings;
};

std::string field_in(const TemporaryFolder& folder, const Mode& mode) {
    std::vector<std::string> command{
        tests::referee_path(),
        "create",
        folder / "f.dat",
        "--game",
        "battlesnake",
        "--seed",
        "5",
        "--set",
        "lines=60",
        "--set",
        "max_turns=24"};
    for (const std::string& setting : mode.settings) {
        command.insert(command.end(), {"--set", setting});
    }
    const Output output = run(command);
    INFO(output.err);
    REQUIRE(output.status == 0);
    return folder / "f.dat";
}

/// The hazards after that turn as the official API lists them.
json listed(const referee::battlesnake::Setup& setup, std::uint32_t turn) {
    using namespace referee::battlesnake;
    json list = json::array();
    for (int y = 0; y < setup.start.height; ++y) {
        for (int x = 0; x < setup.start.width; ++x) {
            for (int layer = setup.hazards.layers(cell_at(x, y), turn); layer > 0; --layer) {
                list.push_back({{"x", x}, {"y", y}});
            }
        }
    }
    return list;
}

} // namespace

TEST_CASE("a server plays each mode through the bridge", "[battlesnake][http][modes][slow]") {
    if (lacks_python()) {
        return;
    }
    const std::vector<Mode> modes{
        {"wrapped", "standard", {"wrapped=1"}},
        {"constrictor", "standard", {"constrictor=1"}},
        {"wrapped_constrictor", "standard", {"wrapped=1", "constrictor=1"}},
        {"royale", "royale", {"map=royale", "shrink_every=3", "hazard_damage=9"}},
        {"royale", "royale", {"map=hz_castle_wall"}},
        {"wrapped", "royale", {"map=hz_rings", "wrapped=1"}},
    };
    for (const Mode& mode : modes) {
        const TemporaryFolder folder;
        INFO(mode.ruleset << ", " << mode.settings.front());
        const PythonServer server(
            folder, source_folder() + "/ai-samples/battlesnake/http-python/snake_server.py");
        play_bridge(
            folder, bridge_folder(folder, server.port()),
            {"--time-limit", "60s", "--seats", "fixed"}, field_in(folder, mode));
        std::vector<json> asked;
        for (const json& line : lines_of_json(folder / "requests")) {
            if (line.is_object() && line["path"] == "/move") {
                asked.push_back(line["request"]);
            }
        }
        const std::vector<json> moves = moves_of_bridge(folder);
        REQUIRE(asked.size() > 3);
        REQUIRE(asked.size() == moves.size());
        const auto setup = battlesnake_setup(read_file(folder / "f.dat"));
        for (std::size_t i = 0; i < asked.size(); ++i) {
            CHECK(moves[i]["fault"].is_null());
            const json& game = asked[i]["game"];
            CHECK(game["ruleset"]["name"] == mode.ruleset);
            CHECK(game["map"] == mode.map);
            CHECK(
                game["ruleset"]["settings"]["hazardDamagePerTurn"] ==
                (mode.settings.back() == "hazard_damage=9" ? 9 : 14));
            CHECK(
                asked[i]["board"]["hazards"] ==
                listed(setup, asked[i]["turn"].get<std::uint32_t>()));
        }
    }
}
