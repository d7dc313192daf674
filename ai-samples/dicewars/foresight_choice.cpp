// foresight's choice: the commands worth a thought, and which of them has the best futures.

#include "dicewars/foresight.hpp"

#include <algorithm>
#include <vector>

namespace referee::dicewars::sample {
namespace {

using Clock = std::chrono::steady_clock;

struct Trial {
    Command command;
    double sum = 0;
    int futures = 0;
    double mean() const { return futures > 0 ? sum / futures : 0; }
};

/// The likeliest attacks to be won and held, at most so many.
void add_attacks(const Game& game, int most, std::vector<Trial>& trials) {
    struct Rated {
        double score;
        Command command;
    };
    std::vector<Rated> attacks;
    const State& state = game.state;
    const AreaSet largest = largest_region(game.board, state, game.player());
    for_each_attack(game.board, state, game.player(), [&](int from, int to) {
        const int dice = state.dice[from];
        const double won = success(dice, state.dice[to]);
        const double held = hold(game.board, state, game.player(), to, dice - 1);
        attacks.push_back({won * (0.3 + held) * (has(largest, from) ? 1.5 : 1), battle(from, to)});
    });
    std::stable_sort(attacks.begin(), attacks.end(), [](const Rated& a, const Rated& b) {
        return a.score > b.score;
    });
    for (std::size_t i = 0; i < attacks.size() && i < static_cast<std::size_t>(most); ++i) {
        trials.push_back({attacks[i].command});
    }
}

std::vector<Trial> worth_a_trial(const Game& game, const ForesightOptions& options) {
    std::vector<Trial> trials;
    add_attacks(game, options.most_attacks, trials);
    if (game.state.transfers_this_turn < game.parameters.max_transfers) {
        if (const auto command = move_to_border(game)) {
            trials.push_back({*command});
        }
        if (const auto command = evacuate(game)) {
            trials.push_back({*command});
        }
    }
    trials.push_back({end_turn()});
    return trials;
}

/// One future of a command: the value at its end.
double look_ahead(
    const Game& game, const Command& command, const ForesightOptions& options, Chance chance) {
    State state = game.state;
    const int player = game.player();
    const int last = state.turn_ends + options.turns;
    carry_out_by_chance(state, game.board, game.parameters, command, chance);
    while (state.end == End::none && state.turn_ends < last && state.owned[player] != 0) {
        play_turn_by_chance(state, game.board, game.parameters, chance);
    }
    return prospects(game.board, state, player);
}

} // namespace

Command choose_foresight(
    const Game& game, const ForesightOptions& options, std::uint64_t seed,
    Clock::time_point deadline) {
    std::vector<Trial> trials = worth_a_trial(game, options);
    // Successive halving: the worse half is dropped after each round of equal shares.
    int rounds = 0;
    for (std::size_t left = trials.size(); left > 1; left = (left + 1) / 2) {
        ++rounds;
    }
    std::uint64_t future = 0;
    while (trials.size() > 1 && Clock::now() < deadline) {
        const int each = std::max(1, options.futures / (rounds * static_cast<int>(trials.size())));
        for (int i = 0; i < each && Clock::now() < deadline; ++i, ++future) {
            for (Trial& trial : trials) { // all meet the same chance
                const Chance chance(seed * 0x9E3779B97F4A7C15U + future);
                trial.sum += look_ahead(game, trial.command, options, chance);
                ++trial.futures;
            }
        }
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) {
            return a.mean() > b.mean();
        });
        trials.resize((trials.size() + 1) / 2);
    }
    return trials.front().command;
}

} // namespace referee::dicewars::sample
