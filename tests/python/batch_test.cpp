// What a batch must keep to, whatever its game is: referee/python/batch.hpp. No line here is for
// one game but where its name stands in the test's.

#include "support/catch.hpp"
#include "support/run.hpp"
#include "support/stored/batches.hpp"
#include "support/user_error.hpp"

#include "game/environment.hpp"

#include <algorithm>
#include <string>
#include <utility>

using namespace referee;
using namespace tests;

namespace {

/// The numbers of one action's features.
std::size_t numbers_of(const Batch& batch) {
    return static_cast<std::size_t>(batch.info().feature_numbers());
}

/// All that a batch shows.
std::string everything(const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.config().size * batch.players());
    const EnvironmentSizes& sizes = batch.sizes();
    const EnvironmentArrays& arrays = batch.arrays();
    std::string all;
    const auto add = [&all](const void* data, std::size_t size) {
        all.append(static_cast<const char*>(data), size);
    };
    const std::size_t seen = rows * batch.info().planes.size() * sizes.cells();
    add(arrays.observations, seen);
    add(arrays.final_observations, seen);
    add(arrays.features,
        rows * static_cast<std::size_t>(sizes.actions) * numbers_of(batch) * sizeof(float));
    add(arrays.rewards, rows * sizeof(float));
    add(arrays.done, rows);
    add(arrays.to_move, rows);
    add(arrays.legal, rows * static_cast<std::size_t>(sizes.actions));
    add(arrays.over, static_cast<std::size_t>(batch.config().size));
    for (int game = 0; game < batch.config().size; ++game) {
        all += batch.state(game);
    }
    return all;
}

std::string played(BatchConfig config, int turns) {
    Batch batch(std::move(config));
    Rng rng(11);
    std::string all;
    for (int turn = 0; turn < turns; ++turn) {
        batch.step(random_actions(batch, rng, 50).data());
        if (turn % 10 == 0) {
            all += everything(batch);
        }
    }
    return all + everything(batch);
}

} // namespace

TEST_CASE("results are the same for any number of threads", "[environment][slow]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        BatchConfig config = small_batch(environment->info().game, 200);
        config.episodes_per_field = 2;
        const std::string with_one = played(config, 60);
        config.threads = 3;
        const std::string with_three = played(config, 60);
        CHECK(with_one == with_three);
        ++config.seed;
        CHECK(played(config, 60) != with_three);
    }
}

TEST_CASE("features exist for players to move, if the game offers them", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        BatchConfig config = small_batch(environment->info().game, 20);
        if (!config.has_features) {
            config.has_features = true;
            CHECK_THROWS_WITH(Batch(config), ContainsSubstring("this game offers none"));
            continue;
        }
        Batch batch(config);
        const std::size_t numbers =
            static_cast<std::size_t>(batch.sizes().actions) * numbers_of(batch);
        Rng rng(19);
        int empty = 0;
        for (int turn = 0; turn < 100; ++turn) {
            batch.step(random_actions(batch, rng, 50).data());
            for (int row = 0; row < 20 * batch.players(); ++row) {
                const float* const first = batch.arrays().features + row * numbers;
                const bool is_empty =
                    std::all_of(first, first + numbers, [](float value) { return value == 0; });
                REQUIRE((is_empty || batch.arrays().to_move[row] == 1));
                empty += static_cast<int>(is_empty);
            }
        }
        CHECK(empty > 0);
        CHECK(empty < 1000 * batch.players());
    }
}

TEST_CASE("a reset batch plays as a new one with that seed", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        Batch reset(small_batch(environment->info().game, 3, 1));
        Rng rng(2);
        for (int turn = 0; turn < 40; ++turn) {
            reset.step(random_actions(reset, rng, 0).data());
        }
        reset.reset(5);
        const Batch fresh(small_batch(environment->info().game, 3, 5));
        for (int game = 0; game < 3; ++game) {
            CHECK(reset.state(game) == fresh.state(game));
            CHECK(reset.field_seed(game) == fresh.field_seed(game));
        }
    }
}

TEST_CASE(
    "a game that is over starts again in the next step, and its end is kept", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        Batch batch(small_batch(environment->info().game, 1));
        Rng rng(19);
        const std::uint64_t first_field = batch.field_seed(0);
        while (batch.arrays().over[0] == 0) {
            batch.step(random_actions(batch, rng, 0).data());
        }
        const std::size_t size = static_cast<std::size_t>(batch.players()) *
                                 batch.info().planes.size() * batch.sizes().cells();
        const EnvironmentArrays& arrays = batch.arrays();
        const std::vector<std::uint8_t> end(arrays.observations, arrays.observations + size);
        CHECK(movers_of(batch, 0).empty());
        batch.step(random_actions(batch, rng, 0).data());
        CHECK(arrays.over[0] == 0);
        CHECK(batch.field_seed(0) != first_field);
        CHECK(batch.state(0) == InReferee(batch, 0).position->canonical_text());
        CHECK(std::equal(end.begin(), end.end(), arrays.final_observations));
        for (int player = 0; player < batch.players(); ++player) {
            CHECK(arrays.rewards[player] == 0);
            CHECK(arrays.done[player] == 0);
        }
    }
}

TEST_CASE("games stay on a field as long as they are asked to", "[environment]") {
    BatchConfig config = small_batch("battlesnake", 1);
    config.episodes_per_field = 3;
    Batch batch(config);
    Rng rng(1);
    std::vector<std::uint64_t> seeds{batch.field_seed(0)};
    while (seeds.size() < 7) {
        const bool was_over = batch.arrays().over[0] != 0;
        batch.step(random_actions(batch, rng, 0).data());
        if (was_over) {
            seeds.push_back(batch.field_seed(0));
        }
    }
    CHECK(seeds[0] == seeds[2]);
    CHECK(seeds[2] != seeds[3]);
    CHECK(seeds[3] == seeds[5]);
    CHECK(seeds[5] != seeds[6]);
}

TEST_CASE("fields come from files", "[environment]") {
    BatchConfig config;
    config.game = "battlesnake";
    config.size = 8;
    config.files = {tests::source_folder() + "/fields/battlesnake/7x7-4-001.dat"};
    Batch batch(config);
    CHECK(batch.players() == 4);
    CHECK(batch.sizes().width == 7);
    const LoadedField field = load_field(config.files.front());
    for (int game = 0; game < 8; ++game) {
        CHECK(batch.state(game) == field.field->start()->canonical_text());
    }
}

TEST_CASE("an impossible batch is refused with advice", "[environment]") {
    const auto refusal = [](const BatchConfig& config) {
        return user_error_of([&] { Batch batch(config); });
    };
    BatchConfig config = small_batch("battlesnake", 1);
    CHECK(refusal(config) == "no error");
    config.size = 0;
    CHECK(refusal(config) == "size is 0; give from 1 to 65536");
    config.size = 1;
    config.game = "chess";
    CHECK(refusal(config).starts_with("'chess' can't be trained here; the games are: "));
    config = small_batch("gems", 1);
    config.view = 3;
    CHECK(refusal(config) == "view is 3; give 0: this game has no head to look from");
    config = small_batch("battlesnake", 1);
    config.files = {tests::source_folder() + "/fields/spe_ed/small-6-001.dat"};
    CHECK(refusal(config) == "fields from files have their own settings; leave out one of the two");
    config.settings.clear();
    CHECK(
        refusal(config).find("no field of battlesnake; give one of this game") !=
        std::string::npos);
}
