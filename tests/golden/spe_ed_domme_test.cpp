// Every decision of the published DommeAI: action, sums, flags, doubles compared exactly.

#include "base/names.hpp"
#include "support/catch.hpp"
#include "support/games/golden.hpp"

#include "spe_ed/lib/domme_search.hpp"

#include <map>

using namespace referee;
using nlohmann::json;

namespace {

spe_ed::Direction direction_of(const std::string& name) {
    return named<spe_ed::Direction>(name).value();
}

spe_ed::State state_of(const json& recorded) {
    spe_ed::State state;
    state.board = spe_ed::Board(recorded["width"].get<int>(), recorded["height"].get<int>());
    for (int y = 0; y < state.board.height(); ++y) {
        for (int x = 0; x < state.board.width(); ++x) {
            state.board[state.board.index(x, y)] = recorded["cells"][y][x].get<std::int8_t>();
        }
    }
    for (const auto& [number, shown] : recorded["players"].items()) {
        const int index = std::stoi(number) - 1;
        spe_ed::Player& player = state.players[index];
        player.x = shown["x"].get<std::int16_t>();
        player.y = shown["y"].get<std::int16_t>();
        player.direction = direction_of(shown["direction"].get<std::string>());
        player.speed = shown["speed"].get<std::int8_t>();
        player.out_round = shown["active"].get<bool>() ? 0 : 1;
        state.player_count = std::max(state.player_count, static_cast<std::int8_t>(index + 1));
    }
    state.round = recorded["round"].get<int>();
    return state;
}

} // namespace

TEST_CASE("domme decides as the published DommeAI did, to the last bit", "[spe_ed][golden]") {
    spe_ed::domme::Constants constants;
    constants.max_jobs = 10'000'000;
    spe_ed::domme::Search search(constants);
    std::map<std::string, int> seen;
    tests::for_each_golden("domme.jsonl.gz", [&](const json& recorded, int number) {
        INFO("decision " << number);
        const spe_ed::State state = state_of(recorded);
        const auto layers = recorded["layers"].get<std::size_t>();
        const auto decision = search.decide(state, recorded["you"].get<int>() - 1, {layers, {}});
        ++seen["decisions"];
        if (recorded["action"].is_null()) { // the published program looks for a move for ever
            CHECK_FALSE(decision.has_values);
            CHECK(decision.action == spe_ed::Action::change_nothing);
            ++seen["without a move"];
            return;
        }
        REQUIRE(decision.has_values);
        CHECK(decision.de == recorded["de"].get<int>());
        CHECK(decision.is_deadend == recorded["isDeadend"].get<bool>());
        CHECK(decision.is_safe_zone == recorded["isSafeZone"].get<bool>());
        CHECK(decision.fallback == recorded["fallback"].get<bool>());
        for (std::size_t i = 0; i < decision.values.size(); ++i) {
            INFO("value " << i);
            CHECK(decision.values[i] == recorded["choices"][i].get<double>());
        }
        CHECK(name_of(decision.action) == recorded["action"].get<std::string>());
        seen["in a dead end"] += decision.is_deadend ? 1 : 0;
        seen["fallback"] += decision.fallback ? 1 : 0;
        seen["jump"] += decision.jump ? 1 : 0;
    });
    CHECK(seen["decisions"] == 577);
    CHECK(seen["without a move"] == 20);
    CHECK(seen["in a dead end"] == 164);
    CHECK(seen["fallback"] == 20);
    CHECK(seen["jump"] > 0);
}
