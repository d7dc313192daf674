// foresight-1's choice: the candidates, and whether one of them has better futures than maxn's
// command.

#include "dicewars/lib/commands.hpp"
#include "dicewars/lib/foresight_1/foresight_1.hpp"
#include "dicewars/lib/maxn/maxn.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace referee::dicewars::sample {
namespace {

using Clock = std::chrono::steady_clock;

/// A command, and how much better its futures are than those of maxn's command.
struct Trial {
    Command command;
    double sum = 0;
    double squares = 0;
    int futures = 0;

    void add(double difference) {
        sum += difference;
        squares += difference * difference;
        ++futures;
    }
    double mean() const { return futures > 0 ? sum / futures : 0; }
    /// The mean minus `errors` standard errors.
    double mean_less(double errors) const {
        if (futures < 2) {
            return -1;
        }
        const double variance = std::max(0.0, squares / futures - mean() * mean());
        return mean() - errors * std::sqrt(variance / (futures - 1));
    }
};

/// Adds the attacks that are most likely to be won and held, at most `max`.
void add_attacks(const Game& game, int max, std::vector<Trial>& trials) {
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
    for (std::size_t i = 0; i < attacks.size() && i < static_cast<std::size_t>(max); ++i) {
        trials.push_back({attacks[i].command});
    }
}

/// The candidates that may be better than maxn's usual command.
std::vector<Trial>
worth_a_trial(const Game& game, const Command& usual, const Foresight1Options& options) {
    std::vector<Trial> trials;
    add_attacks(game, options.max_attacks, trials);
    const auto add = [&trials](const std::optional<Command>& command) {
        if (command) {
            trials.push_back({*command});
        }
    };
    if (game.state.transfers_this_turn < game.parameters.max_transfers) {
        add(maxn_transfer(game));
        add(move_to_border(game));
        add(maxn_escape(game, {}));
        add(evacuate(game));
    }
    add(end_turn());
    std::vector<Trial> different;
    for (const Trial& trial : trials) {
        const auto is_same = [&](const Trial& other) { return trial.command == other.command; };
        if (trial.command != usual && std::none_of(different.begin(), different.end(), is_same)) {
            different.push_back(trial);
        }
    }
    return different;
}

/// Plays one future of a command and returns the value at its end.
double look_ahead(
    const Game& game, const Command& command, const Foresight1Options& options, Chance chance) {
    State state = game.state;
    const int player = game.player();
    const int last = state.turn_ends + options.turns;
    carry_out_by_chance(state, game.board, game.parameters, command, chance);
    while (state.end == End::none && state.turn_ends < last && state.owned[player] != 0) {
        play_turn_by_chance(state, game.board, game.parameters, state.mover == player, chance);
    }
    return prospects(game.board, state, player);
}

void note(const Trial& trial, std::string& notes) {
    const bool is_better = trial.mean() > 0;
    note_candidate(
        trial.command,
        std::to_string(trial.mean()) + " in " + std::to_string(trial.futures) + " futures",
        is_better ? "seagreen" : "silver", notes);
}

} // namespace

Command choose_foresight_1(
    const Game& game, Memory& memory, const Foresight1Options& options, std::uint64_t seed,
    Clock::time_point deadline, std::string* notes) {
    const Command usual = choose_maxn(game, memory, {.positions = options.positions});
    std::vector<Trial> trials = worth_a_trial(game, usual, options);
    // Successive halving: the worse half is dropped after each round of equal shares.
    int rounds = 1;
    for (std::size_t left = trials.size(); left > 1; left = (left + 1) / 2) {
        ++rounds;
    }
    std::uint64_t future = 0;
    for (int round = 0; round < rounds; ++round) {
        const int share = static_cast<int>(trials.size()) + 1;
        const int each = std::max(1, options.futures / (rounds * share));
        for (int i = 0; i < each && Clock::now() < deadline; ++i, ++future) {
            const Chance chance(seed * 0x9E3779B97F4A7C15U + future); // the same for all candidates
            const double value = look_ahead(game, usual, options, chance);
            for (Trial& trial : trials) {
                trial.add(look_ahead(game, trial.command, options, chance) - value);
            }
        }
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) {
            return a.mean() > b.mean();
        });
        if (notes != nullptr && round == 0) {
            for (const Trial& trial : trials) {
                note(trial, *notes);
            }
            note_candidate(usual, "what maxn would do", "gold", *notes);
        }
        trials.resize((trials.size() + 1) / 2);
    }
    if (notes != nullptr && !trials.empty()) {
        *notes += "@value advantage " + std::to_string(trials.front().mean()) + '\n';
    }
    if (trials.empty() || trials.front().mean_less(options.doubt) <= 0) {
        return usual;
    }
    const Command& better = trials.front().command;
    if (better.kind != Command::Kind::transfer) {
        memory = 0; // maxn starts with its transfers again
    }
    return better;
}

} // namespace referee::dicewars::sample
