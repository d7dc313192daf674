#include "support/stored/batches.hpp"

#include "game/environment.hpp"

#include <span>
#include <string>

namespace tests {

using namespace referee;

namespace {

std::span<const std::int32_t> action_of(const Batch& batch, const Actions& actions, int row) {
    const auto parts = static_cast<std::size_t>(batch.sizes().parts);
    return std::span(actions).subspan(static_cast<std::size_t>(row) * parts, parts);
}

} // namespace

BatchConfig small_batch(std::string_view game, int size, std::uint64_t seed) {
    BatchConfig config;
    config.game = game;
    config.size = size;
    config.seed = seed;
    config.settings = game_named(config.game).info().example_settings;
    config.has_features = !environment_of(game).info().features.empty();
    return config;
}

Actions random_actions(const Batch& batch, Rng& rng, std::uint64_t wrong) {
    const EnvironmentSizes& sizes = batch.sizes();
    const auto count = static_cast<std::size_t>(sizes.actions);
    const int rows = batch.config().size * batch.players();
    Actions actions;
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

std::vector<Seat> movers_of(const Batch& batch, int game) {
    std::vector<Seat> movers;
    for (int player = 0; player < batch.players(); ++player) {
        if (batch.arrays().to_move[game * batch.players() + player] != 0) {
            movers.push_back(player + 1);
        }
    }
    return movers;
}

InReferee::InReferee(const Batch& batch, int game) {
    Rng rng(batch.field_seed(game));
    const Game& rules = game_named(batch.config().game);
    field_ = load_field(
        "f.dat", rules.create_field({batch.config().players, batch.config().settings}, rng));
    position = field_.field->start();
}

std::vector<Effect> InReferee::play(const Batch& batch, int game, const Actions& actions) {
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

void play_beside(
    Batch& batch, int max_turns, std::uint64_t wrong,
    const std::function<void(const InReferee&)>& look) {
    Rng rng(3);
    InReferee beside(batch, 0);
    for (int turn = 0; turn < max_turns && batch.arrays().over[0] == 0; ++turn) {
        const Actions actions = random_actions(batch, rng, wrong);
        beside.play(batch, 0, actions);
        batch.step(actions.data());
        look(beside);
    }
}

} // namespace tests
