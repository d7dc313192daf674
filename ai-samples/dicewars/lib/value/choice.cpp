#include "dicewars/lib/value/choice.hpp"

#include "dicewars/lib/maxn/maxn.hpp"

#include <algorithm>
#include <cstring>

namespace referee::dicewars::sample {
namespace {

constexpr double min_success = 0.3;
constexpr double near_victory = 0.9;

double value_of_attack(const Game& game, TurnValues& values, int from, int to) {
    const double won = success(game.state.dice[from], game.state.dice[to]);
    double value = 0;
    for (const int is_won : {0, 1}) {
        State state = game.state;
        fight(state, game.parameters, battle(from, to), is_won != 0);
        value += (is_won != 0 ? won : 1 - won) * values.during(state);
    }
    return value;
}

/// Adds the transfers to the border and away from it, each once.
void add_transfers(const Game& game, TurnValues& values, std::vector<Valued>& commands) {
    if (game.state.transfers_this_turn >= game.parameters.max_transfers) {
        return;
    }
    for (const auto& command :
         {maxn_transfer(game), move_to_border(game), maxn_escape(game, {}), evacuate(game)}) {
        const auto is_same = [&](const Valued& other) { return other.command == *command; };
        if (command && std::none_of(commands.begin(), commands.end(), is_same)) {
            State after = game.state;
            move_dice(after, game.parameters, command->from, command->to);
            commands.push_back({*command, values.during(after)});
        }
    }
}

bool is_hinted(const Hints& hints, const Command& attack) {
    const auto is_same = [&attack](const Valued& valued) { return valued.command == attack; };
    return has(hints.areas, attack.from) || has(hints.areas, attack.to) ||
           std::any_of(hints.commands.begin(), hints.commands.end(), is_same);
}

} // namespace

std::uint64_t key_of(const State& state, const Board& board) {
    std::uint64_t key = static_cast<std::uint64_t>(state.transfers_this_turn) + 1;
    const auto mix = [&key](std::uint64_t word) {
        key = (key ^ word) * 0x9E3779B97F4A7C15U;
        key ^= key >> 32U;
    };
    for (int seat = 0; seat < state.players; ++seat) {
        mix(state.owned[seat]);
    }
    for (int area = 0; area < board.areas(); area += 8) {
        std::uint64_t dice = 0;
        std::memcpy(&dice, &state.dice[area], sizeof dice);
        mix(dice);
    }
    return key;
}

TurnValues::TurnValues(const Game& game, const ValueNet& net, std::size_t remembered)
    : board_(game.board), parameters_(game.parameters), net_(net), player_(game.player()),
      table_(remembered) {}

double TurnValues::value_of(const State& state, Moment moment) {
    ++valued_;
    return chances_to_win(net_, board_, state, parameters_, moment)[player_];
}

double TurnValues::during(const State& state) {
    if (table_.empty()) {
        return value_of(state, Moment::during);
    }
    const std::uint64_t key = key_of(state, board_);
    Remembered& place = table_[key & (table_.size() - 1)];
    if (place.key != key) {
        place = {key, value_of(state, Moment::during)};
    }
    return place.value;
}

double TurnValues::at_end(const State& state) {
    return value_of(state, Moment::deployed);
}

double value_of_end(const Game& game, const ValueNet& net) {
    return TurnValues(game, net).at_end(game.state);
}

void fight(State& state, const Parameters& parameters, const Command& battle, bool is_won) {
    const int dice = state.dice[battle.from];
    const int loser = state.owner[battle.to];
    const AreaSet area = set_of(battle.to);
    state.dice[battle.from] = 1;
    if (!is_won) {
        const int left = state.dice[battle.to] - dice / parameters.battle_wear;
        state.dice[battle.to] = static_cast<std::uint8_t>(std::max(left, 1));
        return;
    }
    state.dice[battle.to] = static_cast<std::uint8_t>(dice - 1);
    state.owner[battle.to] = static_cast<std::uint8_t>(state.mover);
    state.owned[state.mover] |= area;
    state.owned[loser] &= ~area;
    if (state.owned[loser] == 0) {
        state.reserve[loser] = 0;
        if (--state.alive == 1) {
            state.end = End::conquest;
            state.winner = state.mover;
        }
    }
}

void value_commands(
    const Game& game, TurnValues& values, const Hints& hints, std::vector<Valued>& commands) {
    commands.assign(1, {end_turn(), values.at_end(game.state)});
    const State& state = game.state;
    for_each_attack(game.board, state, game.player(), [&](int from, int to) {
        const bool is_promising = success(state.dice[from], state.dice[to]) >= min_success ||
                                  state.dice[from] == game.parameters.max_dice;
        if (is_promising && is_hinted(hints, battle(from, to))) {
            commands.push_back({battle(from, to), value_of_attack(game, values, from, to)});
        }
    });
    add_transfers(game, values, commands);
    std::stable_sort(commands.begin(), commands.end(), [](const Valued& a, const Valued& b) {
        return a.value > b.value;
    });
}

std::vector<Valued> valued_commands(const Game& game, const ValueNet& net) {
    std::vector<Valued> commands;
    TurnValues values(game, net);
    value_commands(game, values, {}, commands);
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
