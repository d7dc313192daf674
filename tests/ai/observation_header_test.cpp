// ai-samples/lib/observation.hpp: what an AI in C++ reads from its work folder is what a batch of
// the training environment shows, byte for byte. tests/python/test_state_files.py compares the
// reader in Python in the same way.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/batches.hpp"

#include "game/environment.hpp"
#include "lib/observation.hpp"
#include "python/played_game.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

using namespace referee;
using namespace tests;

namespace fs = std::filesystem;

namespace {

struct Variant {
    std::string game;
    int players = 0;
    int view = 0;
    std::map<std::string, std::string> settings{};
};

/// Beside every game as it is.
std::vector<Variant> variants() {
    std::vector<Variant> all{
        {"battlesnake", 2, 3},
        {"battlesnake", 8, 6, {{"size", "19"}}},
        {"battlesnake", 0, 8, {{"wrapped", "1"}}},
        {"battlesnake", 0, 0, {{"wrapped", "1"}, {"constrictor", "1"}}},
        {"battlesnake", 0, 0, {{"map", "royale"}, {"lines", "60"}}},
        {"battlesnake", 0, 2, {{"map", "healing_pools"}}},
        {"cops", 2, 0, {{"plan_length", "1"}, {"ticks", "30"}}},
        {"cops", 2, 0, {{"plan_length", "2"}, {"walls", "9"}, {"gates", "4"}, {"cops", "3"}}},
        {"cops", 2, 0, {{"size", "8"}, {"gate_width", "5"}, {"walls", "0"}}},
        {"dicewars", 2},
        {"dicewars", 7},
        {"gems", 2, 0, {{"max_moves", "12"}}},
        {"spe_ed", 2, 3},
        {"spe_ed", 6, 20}};
    for (const Environment* const environment : all_environments()) {
        all.push_back({std::string(environment->info().game)});
    }
    return all;
}

/// A game at random, in the batch and in the referee; what is read for each player that moves is
/// compared. Returns the number of comparisons.
int compare(const Variant& variant, std::uint64_t seed, const fs::path& folder) {
    BatchConfig config;
    config.game = variant.game;
    config.size = 1;
    config.seed = seed;
    config.players = variant.players;
    config.settings = variant.settings;
    config.view = variant.view;
    Batch batch(config);
    PlayedGame beside({variant.game, batch.field_seed(0), variant.players, variant.settings});
    const EnvironmentSizes& sizes = batch.sizes();
    const std::size_t cells = batch.info().planes.size() * sizes.cells();
    const observation::View view{
        variant.view, variant.view == 0 ? sizes.height : 0, variant.view == 0 ? sizes.width : 0};
    Rng rng(seed);
    int compared = 0;
    for (int turn = 0; turn < 60 && batch.arrays().over[0] == 0; ++turn) {
        const Actions actions = random_actions(batch, rng, 100);
        std::map<int, std::string> answers;
        for (const int player : beside.to_move()) {
            for (const auto& [name, text] : beside.files(player)) {
                write_file((folder / name).string(), text);
            }
            const observation::Observed seen = observation::observe(folder, view);
            const auto row = static_cast<std::size_t>(player);
            const std::uint8_t* const shown = batch.arrays().observations + row * cells;
            REQUIRE(seen.seat == player);
            REQUIRE(seen.turn == beside.turn());
            REQUIRE(seen.parts == sizes.parts);
            REQUIRE(seen.planes.cells == std::vector<std::uint8_t>(shown, shown + cells));
            const auto count = static_cast<std::size_t>(sizes.actions);
            const std::uint8_t* const legal = batch.arrays().legal + row * count;
            REQUIRE(seen.legal == std::vector<std::uint8_t>(legal, legal + count));
            const auto parts = static_cast<std::ptrdiff_t>(sizes.parts);
            const auto first = actions.begin() + player * parts;
            const std::vector<std::int32_t> action(first, first + parts);
            answers[player] = batch.answer(0, player, action);
            REQUIRE(seen.answer({action.begin(), action.end()}) == answers[player]);
            ++compared;
        }
        beside.play(answers);
        batch.step(actions.data());
    }
    return compared;
}

} // namespace

TEST_CASE("an AI in C++ sees what a batch shows", "[observation]") {
    const TemporaryFolder folder(true);
    std::map<std::string, int> compared;
    for (const Variant& variant : variants()) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            INFO(variant.game << ", " << variant.players << " players, view " << variant.view);
            for (const auto& [key, value] : variant.settings) {
                UNSCOPED_INFO(key << " " << value);
            }
            const fs::path place = fs::path(folder.path()) / std::to_string(compared.size());
            fs::remove_all(place);
            fs::create_directory(place);
            compared[variant.game] += compare(variant, seed, place);
        }
    }
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        CHECK(compared[std::string(environment->info().game)] > 20);
    }
}

TEST_CASE("a folder that isn't one of a move is refused in one line", "[observation]") {
    const TemporaryFolder folder(true);
    const auto refusal = [&folder](const observation::View& view = {}) -> std::string {
        try {
            observation::observe(folder.path(), view);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal() == "match.dat is missing; give a work folder of a move");
    write_file(folder / "match.dat", "game goofspiel\nseat 1\nturn 0\n");
    CHECK(refusal() == "'goofspiel' can't be played by a policy");
    write_file(folder / "match.dat", "game gems\nseat 1\nturn 0\nmoves_left 9\n");
    CHECK(refusal({.view = 3}) == "view: give 0; this game has no head to look from");
    write_file(folder / "gamefield.dat", "R R\n");
    CHECK(refusal() == "the state files of gems can't be read");
}

TEST_CASE("an action is written as the referee reads it, and none is refused", "[observation]") {
    const TemporaryFolder folder(true);
    const PlayedGame game({"gems", 1});
    for (const auto& [name, text] : game.files(0)) {
        write_file(folder / name, text);
    }
    const observation::Observed seen = observation::observe(folder.path());
    observation::write_action(folder.path(), seen, {90});
    CHECK(read_file(folder / "result.dat") == "0 0 0 1\n");
    CHECK_THROWS_AS(observation::write_action(folder.path(), seen, {180}), std::runtime_error);
    CHECK_THROWS_AS(observation::write_action(folder.path(), seen, {}), std::runtime_error);
}
