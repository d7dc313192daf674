#include "dicewars/lib/value_choice.hpp"

#include "dicewars/lib/maxn.hpp"

#include <algorithm>

namespace referee::dicewars::sample {
namespace {

constexpr double min_success = 0.3;
constexpr double near_victory = 0.9;

double value_of(const Game& game, const ValueNet& net, const State& state, Moment moment) {
    return chances_to_win(net, game.board, state, game.parameters, moment)[game.player()];
}

double value_of_attack(const Game& game, const ValueNet& net, int from, int to) {
    const double won = success(game.state.dice[from], game.state.dice[to]);
    double value = 0;
    for (const int is_won : {0, 1}) {
        State state = game.state;
        settle_battle(state, game.board, game.parameters, from, to, is_won, 1 - is_won);
        value += (is_won != 0 ? won : 1 - won) * value_of(game, net, state, Moment::during);
    }
    return value;
}

/// Each one once that moves dice to the border or away from it.
void add_transfers(const Game& game, const ValueNet& net, std::vector<Valued>& commands) {
    if (game.state.transfers_this_turn >= game.parameters.max_transfers) {
        return;
    }
    for (const auto& command :
         {maxn_transfer(game), move_to_border(game), maxn_escape(game, {}), evacuate(game)}) {
        const auto is_same = [&](const Valued& other) { return other.command == *command; };
        if (command && std::none_of(commands.begin(), commands.end(), is_same)) {
            State after = game.state;
            move_dice(after, game.parameters, command->from, command->to);
            commands.push_back({*command, value_of(game, net, after, Moment::during)});
        }
    }
}

} // namespace

double value_of_end(const Game& game, const ValueNet& net) {
    return value_of(game, net, game.state, Moment::deployed);
}

std::vector<Valued> valued_commands(const Game& game, const ValueNet& net) {
    std::vector<Valued> commands{{end_turn(), value_of_end(game, net)}};
    const State& state = game.state;
    for_each_attack(game.board, state, game.player(), [&](int from, int to) {
        if (success(state.dice[from], state.dice[to]) >= min_success ||
            state.dice[from] == game.parameters.max_dice) {
            commands.push_back({battle(from, to), value_of_attack(game, net, from, to)});
        }
    });
    add_transfers(game, net, commands);
    std::stable_sort(commands.begin(), commands.end(), [](const Valued& a, const Valued& b) {
        return a.value > b.value;
    });
    return commands;
}

Command choose_by_value(const Game& game, const ValueNet& net) {
    if (value_of_end(game, net) >= near_victory) {
        Memory memory = 0;
        return choose_maxn(game, memory, {.depth = 1});
    }
    return valued_commands(game, net).front().command;
}

} // namespace referee::dicewars::sample
