// What every environment must keep to: referee/environment.hpp. No line here is for one game but
// where its name stands in the test's; a game gets these tests with its observation.cpp.

#include "support/catch.hpp"
#include "support/run.hpp"

#include "error.hpp"
#include "field/rng.hpp"
#include "games/environments.hpp"
#include "games/registry.hpp"
#include "python/batch.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace referee;

namespace {

using Action = std::vector<std::int32_t>;

BatchConfig small(std::string_view game, int size, std::uint64_t seed = 7) {
    BatchConfig config;
    config.game = game;
    config.size = size;
    config.seed = seed;
    config.settings = game_named(config.game).info().example_settings;
    config.has_features = !environment_of(game).info().features.empty();
    return config;
}

/// Actions for all games and players: legal ones, drawn at random; one in `wrong` is none.
Action random_actions(const Batch& batch, Rng& rng, std::uint64_t wrong) {
    const EnvironmentSizes& sizes = batch.sizes();
    const auto count = static_cast<std::size_t>(sizes.actions);
    const int rows = batch.config().size * batch.players();
    Action actions;
    for (int row = 0; row < rows; ++row) {
        const std::uint8_t* const legal =
            batch.arrays().legal + static_cast<std::size_t>(row) * count;
        std::vector<std::int32_t> choices;
        for (std::int32_t action = 0; action < sizes.actions; ++action) {
            if (legal[action] != 0) {
                choices.push_back(action);
            }
        }
        for (int part = 0; part < sizes.parts; ++part) {
            const bool is_wrong = choices.empty() || (wrong > 0 && rng.below(wrong) == 0);
            actions.push_back(is_wrong ? -1 : choices[rng.below(choices.size())]);
        }
    }
    return actions;
}

/// The numbers of one action's features.
std::size_t numbers_of(const Batch& batch) {
    return static_cast<std::size_t>(batch.info().feature_numbers());
}

std::span<const std::int32_t> action_of(const Batch& batch, const Action& actions, int row) {
    const auto parts = static_cast<std::size_t>(batch.sizes().parts);
    return std::span(actions).subspan(static_cast<std::size_t>(row) * parts, parts);
}

/// A game of the batch as the referee plays it.
class InReferee {
  public:
    InReferee(const Batch& batch, int game) {
        Rng rng(batch.field_seed(game));
        const Game& rules = game_named(batch.config().game);
        field_ = load_field(
            "f.dat", rules.create_field({batch.config().players, batch.config().settings}, rng));
        position = field_.field->start();
    }

    /// Gives the answers that the actions of that game stand for.
    std::vector<Effect> play(const Batch& batch, int game, const Action& actions) {
        std::vector<std::string> texts;
        std::vector<Answer> answers;
        const auto movers = position->players_to_move();
        for (const Seat seat : movers) {
            const int row = game * batch.players() + seat - 1;
            texts.push_back(batch.answer(game, seat - 1, action_of(batch, actions, row)));
        }
        for (std::size_t i = 0; i < movers.size(); ++i) {
            answers.push_back({movers[i], Fault::none, texts[i]});
        }
        return position->apply(answers, {});
    }

    std::unique_ptr<Position> position;

  private:
    LoadedField field_;
};

std::vector<Seat> movers_of(const Batch& batch, int game) {
    std::vector<Seat> movers;
    for (int player = 0; player < batch.players(); ++player) {
        if (batch.arrays().to_move[game * batch.players() + player] != 0) {
            movers.push_back(player + 1);
        }
    }
    return movers;
}

/// Plays a batch and, beside it, its first game in the referee; calls `look` after each turn.
void play_beside(
    Batch& batch, int max_turns, std::uint64_t wrong,
    const std::function<void(const InReferee&, const std::vector<Effect>&)>& look) {
    Rng rng(3);
    InReferee beside(batch, 0);
    for (int turn = 0; turn < max_turns && batch.arrays().over[0] == 0; ++turn) {
        const Action actions = random_actions(batch, rng, wrong);
        const std::vector<Effect> effects = beside.play(batch, 0, actions);
        batch.step(actions.data());
        look(beside, effects);
    }
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

TEST_CASE("an action does what its answer does in the referee", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            INFO(environment->info().game << ", seed " << seed);
            Batch batch(small(environment->info().game, 1, seed));
            CHECK(batch.state(0) == InReferee(batch, 0).position->canonical_text());
            play_beside(batch, 300, 40, [&](const InReferee& beside, const std::vector<Effect>&) {
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
            BatchConfig config = small(info.name, 1);
            config.players = players;
            config.settings.erase("width"); // too small for many
            config.settings.erase("height");
            Batch batch(config);
            CHECK(batch.players() == players);
            play_beside(batch, 60, 0, [&](const InReferee& beside, const std::vector<Effect>&) {
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
            Batch batch(small(environment->info().game, 1, seed));
            InReferee beside(batch, 0);
            Rng rng(seed);
            const auto count = static_cast<std::uint64_t>(batch.sizes().actions);
            while (batch.arrays().over[0] == 0 && judged < 2000) {
                // The first who is to move does anything, the others something legal.
                Action actions = random_actions(batch, rng, 0);
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
            Batch batch(small(environment->info().game, 1, seed));
            std::vector<float> sums(static_cast<std::size_t>(batch.players()));
            std::optional<Ending> ending;
            play_beside(batch, 5000, 0, [&](const InReferee& beside, const std::vector<Effect>&) {
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
        Batch first(small(environment->info().game, 2));
        Batch second(small(environment->info().game, 2));
        Rng rng(13);
        for (int turn = 0; turn < 200; ++turn) {
            const Action actions = random_actions(first, rng, 30);
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
        Batch batch(small(environment->info().game, 1));
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

TEST_CASE("results are the same for any number of threads", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        BatchConfig config = small(environment->info().game, 200);
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
        BatchConfig config = small(environment->info().game, 20);
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
        Batch reset(small(environment->info().game, 3, 1));
        Rng rng(2);
        for (int turn = 0; turn < 40; ++turn) {
            reset.step(random_actions(reset, rng, 0).data());
        }
        reset.reset(5);
        const Batch fresh(small(environment->info().game, 3, 5));
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
        Batch batch(small(environment->info().game, 1));
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
    BatchConfig config = small("battlesnake", 1);
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
    const auto refusal = [](const BatchConfig& config) -> std::string {
        try {
            Batch batch(config);
        } catch (const UserError& error) {
            return error.what();
        }
        return "";
    };
    BatchConfig config = small("battlesnake", 1);
    CHECK(refusal(config) == "");
    config.size = 0;
    CHECK(refusal(config) == "size is 0; give from 1 to 65536");
    config.size = 1;
    config.game = "chess";
    CHECK(refusal(config).starts_with("'chess' can't be trained here; the games are: "));
    config = small("gems", 1);
    config.view = 3;
    CHECK(refusal(config) == "view is 3; give 0: this game has no head to look from");
    config = small("battlesnake", 1);
    config.files = {tests::source_folder() + "/fields/spe_ed/small-6-001.dat"};
    CHECK(refusal(config) == "fields from files have their own settings; leave out one of the two");
    config.settings.clear();
    CHECK(
        refusal(config).find("no field of battlesnake; give one of this game") !=
        std::string::npos);
}
