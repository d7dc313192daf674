#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "games/gems/field.hpp"
#include "games/gems/rules.hpp"

#include <fmt/format.h>
#include <vector>

namespace {

using namespace referee;

/// A game's moves, drawn once.
struct Game {
    gems::Setup setup;
    std::vector<gems::Swap> moves;
};

std::vector<Game> draw_games(int count) {
    std::vector<Game> games;
    for (int seed = 1; seed <= count; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        FieldText text("bench", gems::create_setup({}, rng));
        Game game{gems::read_setup(text), {}};
        gems::State state = gems::start(game.setup);
        while (state.end == gems::End::none) {
            const gems::SwapList list = gems::legal_swaps(state.board);
            const std::uint64_t chosen = rng.below(static_cast<std::uint64_t>(list.count));
            game.moves.push_back(list.swaps[chosen]);
            gems::apply(state, game.setup, game.moves.back());
        }
        games.push_back(std::move(game));
    }
    return games;
}

void bench_rules() {
    const std::vector<Game> games = draw_games(200);
    long checksum = 0;
    const std::vector<double> rates = bench::rates_of([&] {
        long moves = 0;
        for (const Game& game : games) {
            gems::State state = gems::start(game.setup);
            for (const gems::Swap& swap : game.moves) {
                gems::apply(state, game.setup, swap);
            }
            moves += state.moves;
            checksum += state.players[0].life;
        }
        return moves;
    });
    fmt::print(
        "gems, rules alone, one core, drawn games replayed, per second of processor time: {} "
        "(signature {})\n",
        bench::figure(rates, " moves"), checksum % 97);
}

const bench::Measurement measurement("gems", bench_rules);

} // namespace
