// Games write only those cells of an observation that change. Here every byte is compared with an
// observation that is computed anew: referee/game/environment.hpp. No line here is for one game.

#include "support/catch.hpp"
#include "support/stored/batches.hpp"

#include "game/environment.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace referee;
using namespace tests;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// What the arrays of a batch must hold, by rows that are computed anew.
class Expected {
  public:
    explicit Expected(const Batch& batch)
        : batch_(batch), row_(batch.info().planes.size() * batch.sizes().cells()),
          rows_(static_cast<std::size_t>(batch.config().size * batch.players())),
          seen_(rows_ * row_), last_(rows_ * row_), were_done_(rows_),
          were_over_(static_cast<std::size_t>(batch.config().size)) {
        for (int game = 0; game < batch.config().size; ++game) {
            follow(game, true);
        }
    }

    /// After a step.
    void follow_step() {
        for (std::size_t game = 0; game < were_over_.size(); ++game) {
            follow(static_cast<int>(game), were_over_[game] != 0);
        }
    }
    /// After a change of a game; `starts`: all players see the board.
    void follow(int game, bool starts) {
        const EnvironmentArrays& arrays = batch_.arrays();
        const auto players = static_cast<std::size_t>(batch_.players());
        const std::size_t first = static_cast<std::size_t>(game) * players;
        for (std::size_t row = first; row < first + players; ++row) {
            const bool was_done = were_done_[row] != 0 && !starts;
            const bool is_done_now = arrays.done[row] != 0 && !was_done;
            if (starts || arrays.to_move[row] != 0 || is_done_now ||
                (batch_.config().observes_all && !was_done)) {
                const Bytes anew = batch_.observation(game, static_cast<int>(row - first));
                std::copy(anew.begin(), anew.end(), seen_.begin() + static_cast<long>(row * row_));
            }
            were_done_[row] = arrays.done[row];
        }
        const std::uint8_t is_over = arrays.over[game];
        if (is_over != 0) {
            std::copy_n(
                seen_.begin() + static_cast<long>(first * row_), players * row_,
                last_.begin() + static_cast<long>(first * row_));
        }
        were_over_[static_cast<std::size_t>(game)] = is_over;
    }

    bool holds() const {
        const EnvironmentArrays& arrays = batch_.arrays();
        return std::equal(seen_.begin(), seen_.end(), arrays.observations) &&
               std::equal(last_.begin(), last_.end(), arrays.final_observations);
    }

  private:
    const Batch& batch_;
    std::size_t row_; ///< bytes
    std::size_t rows_;
    Bytes seen_;
    Bytes last_; ///< the final observations
    Bytes were_done_;
    Bytes were_over_;
};

/// Plays at random; states of other games, other fields and resets come in between.
void play_and_compare(const BatchConfig& config, int turns) {
    const GameInfo& info = game_named(config.game).info();
    INFO(
        config.game << ", " << config.players << " players, view " << config.view
                    << (config.observes_all ? ", all observe" : ""));
    Batch batch(config);
    Batch other(config); // its states are set in the first one
    Expected expected(batch);
    REQUIRE(expected.holds());
    Rng rng(23);
    const std::string field =
        game_named(config.game).create_field({batch.players(), info.example_settings}, rng);
    for (int turn = 1; turn <= turns; ++turn) {
        batch.step(random_actions(batch, rng, 60).data());
        expected.follow_step();
        INFO("turn " << turn);
        REQUIRE(expected.holds());
        if (turn % 7 == 0) { // the cells come in another order than in the game
            const int game = static_cast<int>(rng.below(static_cast<std::uint64_t>(config.size)));
            batch.set_state(game, std::string(batch.state(game)));
            expected.follow(game, true);
            REQUIRE(expected.holds());
        }
        if (turn % 13 == 0) { // perhaps smaller than the board before
            const int game = static_cast<int>(rng.below(static_cast<std::uint64_t>(config.size)));
            batch.set_field(game, field);
            expected.follow(game, true);
            REQUIRE(expected.holds());
            other.set_field(0, field);
            for (int i = 0; i < 5 && other.arrays().over[0] == 0; ++i) {
                other.step(random_actions(other, rng, 0).data());
            }
            batch.set_state(game, other.state(0));
            expected.follow(game, true);
            REQUIRE(expected.holds());
        }
        if (turn % 50 == 0) {
            batch.reset(rng.below(1000));
            for (int game = 0; game < config.size; ++game) {
                expected.follow(game, true);
            }
            REQUIRE(expected.holds());
        }
    }
}

} // namespace

TEST_CASE("observations are those that are computed anew", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        const GameInfo& info = game_named(environment->info().game).info();
        for (int players = info.min_seats; players <= info.max_seats; ++players) {
            BatchConfig config = small_batch(info.name, 3);
            config.has_features = false;
            config.players = players;
            config.settings.erase("width"); // too small for many
            config.settings.erase("height");
            config.observes_all = players % 2 == 0;
            play_and_compare(config, 60);
        }
    }
}

TEST_CASE("observations of default boards and views are those computed anew", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        BatchConfig config;
        config.game = environment->info().game;
        config.size = 2;
        play_and_compare(config, 110);
        if (environment->info().has_view) {
            config.view = 4;
            play_and_compare(config, 60);
        }
    }
}

TEST_CASE("a batch without observations plays the same games", "[environment]") {
    for (const Environment* const environment : all_environments()) {
        INFO(environment->info().game);
        BatchConfig config = small_batch(environment->info().game, 4);
        Batch seeing(config);
        config.observes = false;
        Batch blind(config);
        Rng rng(29);
        for (int turn = 0; turn < 100; ++turn) {
            const Actions actions = random_actions(seeing, rng, 40);
            seeing.step(actions.data());
            blind.step(actions.data());
            for (int game = 0; game < config.size; ++game) {
                REQUIRE(seeing.state(game) == blind.state(game));
            }
        }
        CHECK(seeing.observation(0, 0) == blind.observation(0, 0));
    }
}
