#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "games/battlesnake/field.hpp"
#include "games/battlesnake/rules.hpp"

#include <fmt/format.h>
#include <vector>

namespace {

using namespace referee;
namespace rules = referee::battlesnake;

/// A game's moves, drawn once.
struct Game {
    rules::Setup setup;
    std::vector<rules::Moves> moves;
};

/// A random direction whose cell is empty now, so that games last; any direction if there is none.
rules::Direction random_direction(const rules::State& state, int seat, Rng& rng) {
    std::array<rules::Direction, 4> free{};
    std::size_t count = 0;
    for (int i = 0; i < 4; ++i) {
        const auto direction = static_cast<rules::Direction>(i);
        const rules::Cell cell = rules::neighbour(state.snake(seat).head, direction);
        if (!state.board.is_wall(cell) && state.board.owner(cell) == 0) {
            free[count++] = direction;
        }
    }
    return count > 0 ? free[rng.below(count)] : rules::Direction::up;
}

std::vector<Game> draw_games(int count) {
    std::vector<Game> games;
    for (int seed = 1; seed <= count; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        FieldText text("bench", rules::create_setup({4, {}}, rng));
        Game game{rules::read_setup(text), {}};
        rules::State state = game.setup.start;
        while (!rules::is_over(state, game.setup.parameters.max_turns)) {
            rules::Moves moves{};
            for (int seat = 1; seat <= state.count; ++seat) {
                moves[seat - 1] = random_direction(state, seat, rng);
            }
            game.moves.push_back(moves);
            rules::apply(state, game.setup, moves);
        }
        games.push_back(std::move(game));
    }
    return games;
}

void bench_rules() {
    const std::vector<Game> games = draw_games(50);
    long checksum = 0;
    long first_turns = 0;
    const std::vector<double> rates = bench::rates_of([&] {
        long turns = 0;
        checksum = 0;
        for (const Game& game : games) {
            rules::State state = game.setup.start;
            for (const rules::Moves& moves : game.moves) {
                rules::apply(state, game.setup, moves);
            }
            turns += state.turn;
            checksum += state.living + state.food;
        }
        first_turns = turns;
        return turns;
    });
    long copied = 0;
    // A search copies a state for every move that it tries.
    std::vector<double> copies = bench::rates_of([&] {
        constexpr int count = 1000;
        static std::array<rules::State, 64> states;
        for (int i = 0; i < count; ++i) {
            states[i % 64] = games[static_cast<std::size_t>(i) % games.size()].setup.start;
            copied += states[(i * 7) % 64].food;
        }
        return count;
    });
    for (double& rate : copies) {
        rate = 1e9 / rate;
    }
    fmt::print(
        "battlesnake, rules alone, one core, 11 x 11, 4 snakes, {} recorded games of {:.0f} turns "
        "replayed, per second of processor time: {}; a copy of a state of {} bytes: {} (signature {})\n",
        games.size(), static_cast<double>(first_turns) / static_cast<double>(games.size()),
        bench::figure(rates, " turns"), sizeof(rules::State), bench::figure(copies, " ns"),
        checksum % 997 + (copied < 0 ? 1 : 0));
}

const bench::Measurement measurement("battlesnake", bench_rules);

} // namespace
