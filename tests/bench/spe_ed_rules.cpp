// spe_ed: the rules alone, and the jobs of domme's search; both per second of CPU time, because
// that is how the contest's server and the published DommeAI were measured.

#include "base/random.hpp"
#include "bench/figure.hpp"
#include "bench/measure.hpp"
#include "games/spe_ed/field.hpp"
#include "games/spe_ed/rules.hpp"
#include "spe_ed/lib/domme_search.hpp"

#include <fmt/format.h>
#include <vector>

namespace {

using namespace referee;

/// A game's actions, drawn once: each player takes a random one of those that it survives.
struct Game {
    spe_ed::State start;
    std::vector<spe_ed::Actions> rounds;
};

spe_ed::Action random_action(const spe_ed::State& state, int player, Rng& rng) {
    std::vector<spe_ed::Action> good;
    for (int i = 0; i < 5; ++i) {
        spe_ed::State after = state;
        spe_ed::Actions actions;
        actions.fill(spe_ed::Action::change_nothing);
        actions[player] = static_cast<spe_ed::Action>(i);
        spe_ed::play_round(after, actions);
        if (after.players[player].active()) {
            good.push_back(static_cast<spe_ed::Action>(i));
        }
    }
    return good.empty() ? spe_ed::Action::change_nothing : good[rng.below(good.size())];
}

std::vector<Game> draw_games(int count) {
    std::vector<Game> games;
    for (int seed = 1; seed <= count; ++seed) {
        Rng rng(static_cast<std::uint64_t>(seed));
        FieldText text(
            "bench", spe_ed::create_setup({6, {{"width", "60"}, {"height", "60"}}}, rng));
        Game game{spe_ed::read_setup(text).start, {}};
        spe_ed::State state = game.start;
        while (!spe_ed::is_over(state)) {
            spe_ed::Actions actions;
            for (int player = 0; player < state.player_count; ++player) {
                actions[player] = random_action(state, player, rng);
            }
            spe_ed::play_round(state, actions);
            game.rounds.push_back(actions);
        }
        games.push_back(std::move(game));
    }
    return games;
}

void bench_rules(const std::vector<Game>& games) {
    long checksum = 0;
    std::size_t all_rounds = 0;
    for (const Game& game : games) {
        all_rounds += game.rounds.size();
    }
    const std::vector<double> rates = bench::rates_of([&] {
        for (const Game& game : games) {
            spe_ed::State state = game.start;
            for (const spe_ed::Actions& actions : game.rounds) {
                spe_ed::play_round(state, actions);
            }
            checksum += spe_ed::ranks(state)[0];
        }
        return all_rounds;
    });
    fmt::print(
        "spe_ed, rules alone, 60 x 60, 6 players, one core, {} drawn rounds of {} games replayed, "
        "per second of processor time: {} (signature {})\n",
        all_rounds, games.size(), bench::figure(rates, " rounds"), checksum % 97);
}

void bench_domme(const std::vector<Game>& games) {
    constexpr std::size_t layers = 9;
    spe_ed::domme::Constants constants;
    constants.max_jobs = 20'000'000;
    spe_ed::domme::Search search(constants);
    std::vector<spe_ed::State> states;
    for (const Game& game : games) { // one state a game: early, in the middle, late
        spe_ed::State state = game.start;
        const std::size_t rounds = game.rounds.size() * (states.size() % 4) / 4;
        for (std::size_t i = 0; i < rounds; ++i) {
            spe_ed::play_round(state, game.rounds[i]);
        }
        states.push_back(state);
    }
    const std::vector<double> rates = bench::rates_of([&] {
        std::uint64_t jobs = 0;
        for (const spe_ed::State& state : states) {
            int me = 0;
            while (!state.players[me].active()) {
                ++me;
            }
            jobs += search.decide(state, me, {layers, {}}).jobs;
        }
        return jobs;
    });
    fmt::print(
        "spe_ed, domme, {} states searched to {} layers, per second of processor time: {}\n",
        states.size(), layers, bench::figure(rates, " jobs"));
}

void bench_spe_ed() {
    bench_rules(draw_games(200));
    bench_domme(draw_games(12));
}

const bench::Measurement measurement("spe_ed", bench_spe_ed);

} // namespace
