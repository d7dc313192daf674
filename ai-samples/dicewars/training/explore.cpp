// Tries every command of a position once. Positions of games alone would mislead: players that keep
// their dice together win more often, but that doesn't mean that it was right to stop there.

#include "dicewars/lib/maxn/maxn.hpp"
#include "dicewars/lib/value/choice.hpp"
#include "dicewars/training/selfplay.hpp"

#include <algorithm>
#include <optional>

namespace referee::dicewars::training {

using namespace sample;

namespace {

constexpr double min_success = 0.2;

Command choose_maxn_1(const sample::Game& game, Memory& memory) {
    return choose_maxn(game, memory, {.depth = 1});
}

std::vector<Command> all_commands(const sample::Game& game) {
    std::vector<Command> commands{end_turn()};
    const State& state = game.state;
    for_each_attack(game.board, state, game.player(), [&](int from, int to) {
        if (success(state.dice[from], state.dice[to]) > min_success) {
            commands.push_back(battle(from, to));
        }
    });
    if (state.transfers_this_turn < game.parameters.max_transfers) {
        for (const auto& command :
             {maxn_transfer(game), move_to_border(game), maxn_escape(game, {}), evacuate(game)}) {
            if (command &&
                std::find(commands.begin(), commands.end(), *command) == commands.end()) {
                commands.push_back(*command);
            }
        }
    }
    return commands;
}

/// How a seat plays on; without an agent, by the network.
using GoOn = std::optional<Choose>;

/// The own seat and some of the others play on by the network, or like maxn without its search,
/// which is better than a network that hasn't been trained with exploration yet.
std::array<GoOn, max_players> draw_players(int own, Explorers explorers, Chance& chance) {
    const GoOn standard = explorers != Explorers::agents ? GoOn{} : GoOn{choose_maxn_1};
    const GoOn first = explorers == Explorers::networks ? standard : GoOn{choose_stei_at};
    const std::array<GoOn, 5> kinds{first, choose_stei_adt, choose_maxn_1, choose_maxn_1, standard};
    std::array<GoOn, max_players> players{};
    for (GoOn& player : players) {
        player = kinds[static_cast<std::size_t>(chance.below(kinds.size()))];
    }
    players[static_cast<std::size_t>(own)] = standard;
    return players;
}

/// The present position, without targets yet. `seats` gets the seats still in the game.
Positions::Position note(
    const Setup& setup, const State& state, Moment moment, std::vector<int>& seats,
    Positions& positions) {
    std::array<Features, max_players> features;
    fill_features(setup.board, state, setup.parameters, moment, features);
    Positions::Position position{positions.seats.size()};
    for (int seat = 0; seat < state.players; ++seat) {
        if (state.owned[seat] != 0) {
            ++position.seats;
            seats.push_back(seat);
            positions.add_seat(features[seat]);
        }
    }
    return position;
}

void try_command(
    const Setup& setup, State state, const Command& command, const ValueNet& net,
    const std::array<GoOn, max_players>& players, Chance& chance, Positions& positions) {
    const int last = state.turn_ends + state.players;
    const bool is_end = command.kind == Command::Kind::end;
    std::vector<int> seats;
    Positions::Position position;
    if (is_end) { // before the dice are placed: there the network is asked
        position = note(setup, state, Moment::deployed, seats, positions);
    }
    carry_out_by_chance(state, setup.board, setup.parameters, command, chance);
    if (!is_end) {
        if (state.end != End::none) {
            return;
        }
        position = note(setup, state, Moment::during, seats, positions);
    }
    std::array<Memory, max_players> memory{};
    while (state.end == End::none && state.turn_ends <= last) {
        const int seat = state.mover;
        const sample::Game game{setup.board, state, setup.parameters};
        const Command next =
            players[seat] ? (*players[seat])(game, memory[seat]) : choose_by_value(game, net);
        carry_out_by_chance(state, setup.board, setup.parameters, next, chance);
    }
    const Chances chances =
        chances_to_win(net, setup.board, state, setup.parameters, Moment::begin);
    for (std::size_t i = 0; i < seats.size(); ++i) {
        position.target[i] = static_cast<float>(chances[static_cast<std::size_t>(seats[i])]);
    }
    positions.positions.push_back(position);
}

} // namespace

void explore(
    const Setup& setup, const State& state, const ValueNet& net, Explorers explorers,
    Chance& chance, Positions& positions) {
    const std::array<GoOn, max_players> players = draw_players(state.mover, explorers, chance);
    for (const Command& command : all_commands({setup.board, state, setup.parameters})) {
        try_command(setup, state, command, net, players, chance, positions);
    }
}

} // namespace referee::dicewars::training
