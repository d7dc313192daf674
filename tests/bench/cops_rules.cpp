#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "games/cops/field.hpp"
#include "games/cops/rules.hpp"

#include <fmt/format.h>
#include <vector>

namespace {

using namespace referee;

/// A game's steps, drawn once: the thief wanders, the cops don't find him.
struct Game {
    cops::Setup setup;
    std::vector<cops::Steps> steps;
};

std::vector<Game> draw_games(int count) {
    std::vector<Game> games;
    for (int seed = 1; seed <= count; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        FieldText text("bench", cops::create_setup({}, rng));
        Game game{cops::read_setup(text), {}};
        cops::State state = game.setup.start;
        while (state.end == cops::End::none) {
            cops::Steps steps;
            steps.thief = static_cast<cops::Step>(rng.below(5));
            for (int cop = 0; cop < state.cop_count; ++cop) {
                steps.cops[cop] = static_cast<cops::Step>(rng.below(5));
            }
            game.steps.push_back(steps);
            cops::play_tick(state, game.setup, steps);
        }
        games.push_back(std::move(game));
    }
    return games;
}

void bench_rules() {
    const std::vector<Game> games = draw_games(200);
    long payoffs = 0; // of one round: the same for ever, unless the rules change
    const std::vector<double> rates = bench::rates_of([&] {
        long ticks = 0;
        payoffs = 0;
        for (const Game& game : games) {
            cops::State state = game.setup.start;
            for (const cops::Steps& steps : game.steps) {
                cops::play_tick(state, game.setup, steps);
            }
            ticks += state.tick;
            payoffs += state.payoff;
        }
        return ticks;
    });
    fmt::print(
        "cops, rules alone, one core, drawn games replayed, per second of processor time: {} "
        "(signature {})\n",
        bench::figure(rates, " ticks"), payoffs);
}

const bench::Measurement measurement("cops", bench_rules);

} // namespace
