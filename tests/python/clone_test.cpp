// Clones of a batch's games: Batch::clone(), restore(), copy(). No line here is for one game.

#include "support/catch.hpp"
#include "support/stored/batches.hpp"
#include "support/user_error.hpp"

#include "base/error.hpp"
#include "game/environment.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace referee;
using namespace tests;

namespace {

/// The rows of a game in all arrays but the final observations, and its state.
std::string rows_of(const Batch& batch, int game, bool with_observations = true) {
    const auto players = static_cast<std::size_t>(batch.players());
    const auto actions = static_cast<std::size_t>(batch.sizes().actions);
    const EnvironmentArrays& arrays = batch.arrays();
    std::string all;
    const auto add = [&](const auto* array, std::size_t size) {
        if (array != nullptr) {
            all.append(
                reinterpret_cast<const char*>(array + static_cast<std::size_t>(game) * size),
                size * sizeof *array);
        }
    };
    if (with_observations) {
        add(arrays.observations, players * batch.info().planes.size() * batch.sizes().cells());
    }
    add(arrays.features,
        players * actions * static_cast<std::size_t>(batch.info().feature_numbers()));
    add(arrays.rewards, players);
    add(arrays.done, players);
    add(arrays.to_move, players);
    add(arrays.legal, players * actions);
    add(arrays.over, 1);
    return all + batch.state(game);
}

/// What each player sees in a game, computed anew.
std::string seen_anew(const Batch& batch, int game) {
    std::string all;
    for (int player = 0; player < batch.players(); ++player) {
        const std::vector<std::uint8_t> row = batch.observation(game, player);
        all.append(row.begin(), row.end());
    }
    return all;
}

std::string seen(const Batch& batch, int game) {
    const std::size_t size = static_cast<std::size_t>(batch.players()) *
                             batch.info().planes.size() * batch.sizes().cells();
    const auto* const begin = reinterpret_cast<const char*>(batch.arrays().observations) +
                              static_cast<std::size_t>(game) * size;
    return {begin, begin + size};
}

/// What a game shows that was restored: those who play on see its state, those who were done keep
/// what they saw then.
std::string shown_again(const Batch& batch, int game, const std::string& then) {
    std::string all = seen_anew(batch, game);
    const std::size_t size = all.size() / static_cast<std::size_t>(batch.players());
    for (int player = 0; player < batch.players(); ++player) {
        if (batch.arrays().done[game * batch.players() + player] != 0) {
            const std::size_t at = static_cast<std::size_t>(player) * size;
            all.replace(at, size, then, at, size);
        }
    }
    return all;
}

std::string final_rows(const Batch& batch, int game) {
    const std::size_t size = static_cast<std::size_t>(batch.players()) *
                             batch.info().planes.size() * batch.sizes().cells();
    const auto* const begin = reinterpret_cast<const char*>(batch.arrays().final_observations) +
                              static_cast<std::size_t>(game) * size;
    return {begin, begin + size};
}

/// The same actions for all games that are the same.
Actions actions_like(const Batch& batch, int game, Rng& rng) {
    const Actions drawn = random_actions(batch, rng, 30);
    const auto size = drawn.size() / static_cast<std::size_t>(batch.config().size);
    Actions all;
    for (int i = 0; i < batch.config().size; ++i) {
        const auto begin = drawn.begin() + static_cast<long>(static_cast<std::size_t>(game) * size);
        all.insert(all.end(), begin, begin + static_cast<long>(size));
    }
    return all;
}

BatchConfig config_of(const Environment& environment, int players, int view) {
    BatchConfig config =
        small_batch(environment.info().game, 3, static_cast<std::uint64_t>(players));
    config.players = players;
    config.view = view;
    config.observes_all = players % 2 == 1;
    if (players > 2) { // too small for many
        config.settings.erase("width");
        config.settings.erase("height");
    }
    return config;
}

/// Calls `test` with each game, number of players, and view.
template <typename Test>
void for_each_kind(const Test& test) {
    for (const Environment* const environment : all_environments()) {
        const GameInfo& info = game_named(environment->info().game).info();
        for (int players = info.min_seats; players <= info.max_seats; ++players) {
            for (const int view : {0, 2}) {
                if (view == 0 || environment->info().has_view) {
                    INFO(info.name << ", " << players << " players, view " << view);
                    test(config_of(*environment, players, view));
                }
            }
        }
    }
}

} // namespace

TEST_CASE("a game that is restored goes on as it did", "[clone]") {
    int done_before = 0;
    for_each_kind([&done_before](const BatchConfig& config) {
        Batch batch(config);
        Rng rng(31);
        for (int round = 0; round < 4; ++round) {
            for (std::uint64_t i = rng.below(12); i > 0; --i) {
                batch.step(random_actions(batch, rng, 30).data());
            }
            const std::unique_ptr<BatchClone> clone = batch.clone(0);
            const std::string then = rows_of(batch, 0, false);
            const std::string shown = seen(batch, 0);
            const auto* const done = batch.arrays().done;
            done_before +=
                batch.arrays().over[0] == 0 &&
                        std::any_of(
                            done, done + batch.players(), [](auto is_done) { return is_done != 0; })
                    ? 1
                    : 0;
            // Game 0 plays on to its end; what it did is repeated, there and in another game.
            std::vector<Actions> played;
            std::vector<std::string> passed;
            for (int turn = 0; turn < 25 && batch.arrays().over[0] == 0; ++turn) {
                played.push_back(actions_like(batch, 0, rng));
                batch.step(played.back().data());
                passed.push_back(rows_of(batch, 0, false) + seen_anew(batch, 0));
            }
            const std::string ended = final_rows(batch, 0);
            const bool has_ended = !played.empty() && batch.arrays().over[0] != 0;
            for (const int target : {0, 2}) {
                batch.restore(target, *clone);
                REQUIRE(rows_of(batch, target, false) == then);
                REQUIRE(seen(batch, target) == shown_again(batch, target, shown));
            }
            for (std::size_t turn = 0; turn < played.size(); ++turn) {
                batch.step(played[turn].data());
                for (const int target : {0, 2}) {
                    REQUIRE(
                        rows_of(batch, target, false) + seen_anew(batch, target) == passed[turn]);
                }
                REQUIRE(rows_of(batch, 0) == rows_of(batch, 2));
            }
            for (const int target : {0, 2}) {
                REQUIRE((!has_ended || final_rows(batch, target) == ended));
            }
        }
    });
    CHECK(done_before > 10);
}

TEST_CASE("a restored game shows what a game set to its state shows", "[clone]") {
    int compared = 0;
    for_each_kind([&compared](const BatchConfig& config) {
        Batch batch(config);
        Batch other(config);
        Rng rng(37);
        for (int turn = 0; turn < 30; ++turn) {
            const Actions actions = random_actions(batch, rng, 30);
            batch.step(actions.data());
            other.step(actions.data());
            if (turn % 3 != 0 || batch.arrays().over[0] != 0) {
                continue;
            }
            // A clone knows more than the text in games that show what was before, so the text's
            // own game is asked, too.
            other.set_state(0, batch.state(0));
            const bool is_all = seen_anew(other, 0) == seen_anew(batch, 0);
            const std::unique_ptr<BatchClone> clone = batch.clone(0);
            const std::string shown = seen(batch, 0);
            batch.step(random_actions(batch, rng, 0).data());
            batch.restore(0, *clone);
            REQUIRE(batch.state(0) == other.state(0));
            REQUIRE(seen(batch, 0) == shown_again(batch, 0, shown));
            REQUIRE((!is_all || seen(batch, 0) == shown_again(other, 0, shown)));
            compared += is_all ? 1 : 0;
        }
    });
    CHECK(compared > 200);
}

TEST_CASE("a copy is the same on threads that share nothing", "[clone]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        BatchConfig config = small_batch(environment->info().game, 130);
        config.threads = 2;
        Batch batch(config);
        Rng rng(41);
        const int far = 129; // in another portion than game 0
        for (int turn = 0; turn < 6; ++turn) {
            batch.step(random_actions(batch, rng, 0).data());
        }
        for (int round = 0; round < 3; ++round) {
            batch.copy(0, std::vector<int>{1, 64, far});
            if (round != 1) { // then it has no seed
                CHECK(batch.field_seed(far) == batch.field_seed(0));
            }
            for (int turn = 0; turn < 12 && batch.arrays().over[0] == 0; ++turn) {
                batch.step(actions_like(batch, 0, rng).data());
                // Players who didn't move keep what they saw in game 0, and see all of a copy.
                REQUIRE(
                    rows_of(batch, 0, false) + seen_anew(batch, 0) ==
                    rows_of(batch, 1, false) + seen_anew(batch, 1));
                REQUIRE(rows_of(batch, 1) == rows_of(batch, 64));
                REQUIRE(rows_of(batch, 1) == rows_of(batch, far));
            }
            if (round == 0) { // on a field that was given as text
                Rng field_rng(3);
                batch.set_field(
                    0, game_named(config.game)
                           .create_field({batch.players(), config.settings}, field_rng));
            } else {
                batch.reset(9);
            }
        }
    }
}

TEST_CASE("after a restored game the fields of the game's own number follow", "[clone]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        Batch batch(small_batch(environment->info().game, 2));
        Batch alone(small_batch(environment->info().game, 2));
        Rng rng(43);
        batch.copy(0, std::vector<int>{1});
        CHECK(batch.field_seed(1) == batch.field_seed(0));
        const auto play_on = [&rng](Batch& played) {
            for (int turn = 0; turn < 5000 && played.arrays().over[1] == 0; ++turn) {
                played.step(random_actions(played, rng, 0).data());
            }
            REQUIRE(played.arrays().over[1] == 1);
            played.step(random_actions(played, rng, 0).data());
        };
        play_on(batch);
        play_on(alone);
        CHECK(batch.field_seed(1) == alone.field_seed(1));
        CHECK(batch.state(1) == alone.state(1));
    }
}

TEST_CASE("a clone of another batch is refused, and a game that isn't there", "[clone]") {
    const auto games = all_environments();
    Batch batch(small_batch(games.front()->info().game, 2));
    Batch same(small_batch(games.front()->info().game, 2));
    const std::unique_ptr<BatchClone> clone = same.clone(0);
    const std::string before = batch.state(0);
    CHECK_THROWS_WITH(batch.restore(0, *clone), ContainsSubstring("a clone of another batch"));
    CHECK_THROWS_WITH(batch.clone(2), ContainsSubstring("there is no game 2"));
    CHECK_THROWS_WITH(batch.restore(-1, *clone), ContainsSubstring("there is no game -1"));
    batch.step(Actions(4, 0).data());
    const std::string after = batch.state(1);
    CHECK_THROWS_WITH(
        batch.copy(0, std::vector<int>{1, 7}), ContainsSubstring("there is no game 7"));
    CHECK(batch.state(1) == after); // none was changed
    CHECK(before == same.state(0));
}
