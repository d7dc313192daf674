// What every environment must keep to beside the referee: referee/game/environment.hpp. No line
// here is for one game; a game gets these tests with its observation.cpp. Batches: batch_test.cpp.

#include "support/catch.hpp"
#include "support/stored/batches.hpp"

#include "base/error.hpp"
#include "game/environment.hpp"
#include "games/battlesnake/maps.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace referee;
using namespace tests;

TEST_CASE("an action does what its answer does in the referee", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            INFO(environment->info().game << ", seed " << seed);
            Batch batch(small_batch(environment->info().game, 1, seed));
            CHECK(batch.state(0) == InReferee(batch, 0).position->canonical_text());
            play_beside(batch, 300, 40, [&](const InReferee& beside) {
                REQUIRE(batch.state(0) == beside.position->canonical_text());
                const auto movers = beside.position->players_to_move();
                REQUIRE(movers_of(batch, 0) == std::vector<Seat>(movers.begin(), movers.end()));
            });
        }
    }
}

TEST_CASE("every number of players can be learnt", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        const GameInfo& info = game_named(environment->info().game).info();
        for (int players = info.min_seats; players <= info.max_seats; ++players) {
            INFO(info.name << ", " << players << " players");
            BatchConfig config = small_batch(info.name, 1);
            config.players = players;
            config.settings.erase("width"); // too small for many
            config.settings.erase("height");
            Batch batch(config);
            CHECK(batch.players() == players);
            play_beside(batch, 60, 0, [&](const InReferee& beside) {
                REQUIRE(batch.state(0) == beside.position->canonical_text());
            });
        }
    }
}

TEST_CASE("a field drawn for a batch is the one that create writes", "[environment]") {
    struct Wanted {
        std::string game;
        int players;
        std::map<std::string, std::string> settings;
    };
    std::vector<Wanted> all{
        {"battlesnake", 4, {}},
        {"battlesnake", 8, {{"size", "25"}, {"food_chance", "90"}}},
        {"battlesnake", 2, {{"lines", "2"}, {"minimum_food", "3"}}},
        {"battlesnake", 2, {{"wrapped", "1"}}},
        {"battlesnake", 4, {{"constrictor", "1"}}},
        {"battlesnake", 1, {{"food_chance", "0"}, {"minimum_food", "0"}}},
        {"cops", 2, {}},
        {"cops", 2, {{"walls", "0"}, {"gates", "0"}}},
        {"cops", 2, {{"walls", "0"}, {"ticks", "9"}, {"plan_length", "4"}}},
        {"cops", 2, {{"size", "12"}, {"gates", "0"}, {"cops", "1"}, {"wall_turn", "1"}}},
        {"dicewars", 4, {}},
        {"dicewars", 2, {{"numbers", "0"}}},
        {"dicewars", 3, {{"numbers", "7"}, {"owners", "scattered"}}},
        {"dicewars", 7, {{"numbers", "40"}, {"streams", "shared"}, {"areas", "20"}}},
        {"dicewars", 2, {{"numbers", "0"}, {"streams", "shared"}, {"max_dice", "3"}}},
        {"gems", 2, {}},
        {"gems", 2, {{"rows", "10"}}},
        {"gems", 2, {{"rows", "13"}, {"life", "40"}}},
        {"spe_ed", 2, {}},
        {"spe_ed", 6, {{"width", "60"}}},
        {"spe_ed", 3, {{"height", "40"}, {"deadline", "0.5..1"}}}};
    for (const auto& map : enum_names(battlesnake::Map{})) {
        all.push_back({"battlesnake", 2, {{"map", std::string(map)}, {"lines", "30"}}});
    }
    for (const Wanted& wanted : all) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            INFO(wanted.game << ", " << wanted.players << " players, seed " << seed);
            for (const auto& [key, value] : wanted.settings) {
                UNSCOPED_INFO(key << " " << value);
            }
            BatchConfig config;
            config.game = wanted.game;
            config.size = 1;
            config.seed = seed;
            config.players = wanted.players;
            config.settings = wanted.settings;
            Batch batch(config);
            CHECK(batch.state(0) == InReferee(batch, 0).position->canonical_text());
            play_beside(batch, 400, 0, [&](const InReferee& beside) {
                REQUIRE(batch.state(0) == beside.position->canonical_text());
            });
        }
    }
}

TEST_CASE("legal actions are those that aren't a fault", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        int judged = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Batch batch(small_batch(environment->info().game, 1, seed));
            InReferee beside(batch, 0);
            Rng rng(seed);
            const auto count = static_cast<std::uint64_t>(batch.sizes().actions);
            while (batch.arrays().over[0] == 0 && judged < 2000) {
                // The first who is to move does anything, the others something legal.
                Actions actions = random_actions(batch, rng, 0);
                const int player = movers_of(batch, 0).front() - 1;
                const std::uint64_t action = rng.below(count);
                std::fill_n(
                    actions.begin() + player * batch.sizes().parts, batch.sizes().parts,
                    static_cast<std::int32_t>(action));
                const std::uint64_t at = static_cast<std::uint64_t>(player) * count + action;
                const bool is_legal = batch.arrays().legal[at] != 0;
                const std::vector<Effect> effects = beside.play(batch, 0, actions);
                REQUIRE((effects.front().fault == Fault::none) == is_legal);
                REQUIRE(
                    effects.back().fault ==
                    (effects.size() > 1 ? Fault::none : effects.front().fault));
                batch.step(actions.data());
                ++judged;
            }
        }
        CHECK(judged >= 40);
    }
}

TEST_CASE("rewards follow the ranks and come once", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        if (game_named(environment->info().game).info().match_decides) {
            continue; // a single game has no ranks
        }
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            INFO(environment->info().game << ", seed " << seed);
            Batch batch(small_batch(environment->info().game, 1, seed));
            std::vector<float> sums(static_cast<std::size_t>(batch.players()));
            std::optional<Ending> ending;
            play_beside(batch, 5000, 0, [&](const InReferee& beside) {
                for (std::size_t player = 0; player < sums.size(); ++player) {
                    const float reward = batch.arrays().rewards[player];
                    REQUIRE((reward == 0 || batch.arrays().done[player] == 1));
                    REQUIRE((reward == 0 || sums[player] == 0));
                    sums[player] += reward;
                }
                ending = beside.position->ending();
            });
            REQUIRE(ending.has_value());
            for (std::size_t player = 0; player < sums.size(); ++player) {
                CHECK(sums[player] == reward_of_rank(ending->ranks, static_cast<int>(player)));
            }
        }
    }
}

TEST_CASE("a state that was read continues like the one that was written", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        Batch first(small_batch(environment->info().game, 2));
        Batch second(small_batch(environment->info().game, 2));
        Rng rng(13);
        for (int turn = 0; turn < 200; ++turn) {
            const Actions actions = random_actions(first, rng, 30);
            first.step(actions.data());
            second.step(actions.data());
            second.set_state(1, first.state(1));
            REQUIRE(first.state(1) == second.state(1));
            REQUIRE(first.state(0) == second.state(0));
            REQUIRE(movers_of(first, 1) == movers_of(second, 1));
        }
    }
}

TEST_CASE("a damaged state is refused or is a state", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        Batch batch(small_batch(environment->info().game, 1));
        Rng rng(17);
        int refused = 0;
        for (int i = 0; i < 3000; ++i) {
            std::string text = batch.state(0);
            const std::string values[] = {"-1", "0", "1", "7", "99", "100000", "none", "", "3,3"};
            std::size_t begin = rng.below(text.size());
            begin = std::min(text.find_last_of(" \n", begin) + 1, begin);
            const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
            text.replace(begin, end - begin, values[rng.below(std::size(values))]);
            if (rng.below(20) == 0) {
                text.resize(rng.below(text.size() + 1));
            }
            INFO(environment->info().game << '\n' << text);
            try {
                batch.set_state(0, text);
                REQUIRE(batch.state(0) == text);
            } catch (const UserError& error) {
                REQUIRE(std::string(error.what()).starts_with("state"));
                ++refused;
            }
            batch.step(random_actions(batch, rng, 0).data());
        }
        CHECK(refused > 500);
    }
}
