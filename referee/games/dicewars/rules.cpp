#include "games/dicewars/rules.hpp"

#include <algorithm>
#include <cstring>

namespace referee::dicewars {
namespace {

/// What the player may put down at the end of its turn, if there is room.
int new_dice(const State& state, const Parameters& parameters, int player) {
    return std::min(parameters.reserve_production, state.reserve[player] + state.largest[player]);
}

/// Rewrites the player's list, which has `count` entries: breadth first from its first area, then
/// from the first one left. Regions are found on the way. A list already in this order stays
/// unchanged, so only players whose areas have changed need this.
void rewrite_list(State& state, const Board& board, int player, int count) {
    std::array<std::uint8_t, max_areas> before;
    std::array<std::uint8_t, max_areas>& list = state.lists[player];
    std::memcpy(before.data(), list.data(), static_cast<std::size_t>(count));
    AreaSet left = state.owned[player];
    int next = 0; // the list itself is the queue
    int end = 0;
    int largest = 0;
    for (int i = 0; end < count; ++i) {
        if (!has(left, before[i])) {
            continue;
        }
        const int begin = end;
        list[end++] = before[i];
        left &= ~set_of(before[i]);
        while (next < end) {
            const int area = list[next++];
            if ((board.neighbour_set(area) & left) == 0) {
                continue;
            }
            for (const std::uint8_t neighbour : board.neighbours(area)) {
                if (has(left, neighbour)) {
                    left &= ~set_of(neighbour);
                    list[end++] = neighbour;
                }
            }
        }
        largest = std::max(largest, end - begin);
    }
    state.largest[player] = static_cast<std::uint8_t>(largest);
}

/// The area changes hands: appended to one list, removed from the other.
void capture(State& state, const Board& board, int player, int area) {
    const int loser = state.owner[area];
    const int lost_from = state.areas_of(loser);
    const int won_to = state.areas_of(player);
    std::array<std::uint8_t, max_areas>& losers = state.lists[loser];
    const auto at = std::find(losers.begin(), losers.begin() + lost_from, area);
    std::copy(at + 1, losers.begin() + lost_from, at);
    state.lists[player][won_to] = static_cast<std::uint8_t>(area);
    state.owner[area] = static_cast<std::uint8_t>(player);
    state.owned[loser] &= ~set_of(area);
    state.owned[player] |= set_of(area);
    rewrite_list(state, board, player, won_to + 1);
    rewrite_list(state, board, loser, lost_from - 1);
    if (state.owned[loser] == 0) {
        state.fallen[loser] = state.battles;
        state.reserve[loser] = 0;
        --state.alive;
    }
}

/// After every command, in the specification's order.
void look_for_end(State& state, const Parameters& parameters) {
    if (state.idle_ends / state.alive >= parameters.idle_rounds) {
        state.end = End::idle;
    } else if (state.battles >= parameters.max_battles) {
        state.end = End::battles;
    } else if (state.alive == 1) {
        state.end = End::conquest;
        state.winner = state.mover;
    } else if (state.turn_ends >= parameters.max_turns) {
        state.end = End::turns;
    }
}

NumberStream const& stream_of(const Setup& setup, int player) {
    return setup.streams[setup.are_shared() ? 0 : player];
}

std::uint64_t& taken_of(State& state, const Setup& setup, int player) {
    return state.taken[setup.are_shared() ? 0 : player];
}

int throw_dice(State& state, const Setup& setup, int player, int count, Thrown& dice) {
    StreamReader reader(stream_of(setup, player), taken_of(state, setup, player));
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        const int die = reader.die();
        dice[i] = static_cast<std::uint8_t>(die);
        sum += die;
    }
    return sum;
}

/// Puts the mover's dice down one at a time; returns how many.
int deploy(State& state, const Setup& setup, Deployment& deployment) {
    const int player = state.mover;
    const int wanted = dice_to_deploy(state, setup.parameters, player);
    std::array<std::uint8_t, max_areas> list;
    int length = state.areas_of(player);
    std::memcpy(list.data(), state.lists[player].data(), static_cast<std::size_t>(length));
    StreamReader reader(stream_of(setup, player), taken_of(state, setup, player));
    deployment.count = 0;
    while (deployment.count < wanted && length > 0) {
        const int drawn = reader.below(static_cast<unsigned>(length));
        const std::uint8_t area = list[drawn];
        if (state.dice[area] >= setup.parameters.max_dice) {
            std::copy(list.begin() + drawn + 1, list.begin() + length, list.begin() + drawn);
            --length;
        } else {
            put_die(state, area);
            deployment.areas[deployment.count++] = area;
        }
    }
    return deployment.count;
}

} // namespace

Board::Board(const std::vector<std::vector<int>>& neighbours)
    : areas_(static_cast<int>(neighbours.size())) {
    for (int area = 0; area < areas_; ++area) {
        for (const int neighbour : neighbours[area]) {
            lists_.push_back(static_cast<std::uint8_t>(neighbour));
            sets_[area] |= set_of(neighbour);
        }
        begins_[area + 1] = static_cast<std::uint16_t>(lists_.size());
    }
}

State start(const Setup& setup) {
    State state;
    state.players = setup.players;
    state.alive = setup.players;
    state.fallen.fill(nobody);
    std::copy(setup.dice.begin(), setup.dice.end(), state.dice.begin());
    for (const Assignment& given : setup.owners) {
        const int player = given.player;
        state.lists[player][state.areas_of(player)] = static_cast<std::uint8_t>(given.area);
        state.owner[given.area] = static_cast<std::uint8_t>(player);
        state.owned[player] |= set_of(given.area);
    }
    for (int player = 0; player < setup.players; ++player) {
        rewrite_list(state, setup.board, player, state.areas_of(player));
    }
    return state;
}

Refusal refusal_of(const State& state, const Board& board, const Command& command) {
    if (command.kind == Command::Kind::end) {
        return Refusal::none;
    }
    const auto exists = [&board](int area) { return area >= 0 && area < board.areas(); };
    if (!exists(command.from) || !exists(command.to)) {
        return Refusal::no_such_area;
    }
    const bool is_battle = command.kind == Command::Kind::battle;
    if (state.owner[command.from] != state.mover) {
        return Refusal::not_own;
    }
    if (is_battle && state.dice[command.from] < 2) {
        return Refusal::too_few_dice;
    }
    const bool is_own_target = state.owner[command.to] == state.mover;
    if (is_battle && is_own_target) {
        return Refusal::own_target;
    }
    if (!is_battle && !is_own_target) {
        return Refusal::foreign_target;
    }
    return board.are_adjacent(command.from, command.to) ? Refusal::none : Refusal::not_adjacent;
}

void settle_battle(
    State& state, const Board& board, const Parameters& parameters, const Battle& battle) {
    const int dice = state.dice[battle.from];
    state.dice[battle.from] = 1;
    if (battle.attack_sum > battle.defence_sum) {
        state.dice[battle.to] = static_cast<std::uint8_t>(dice - 1);
        capture(state, board, state.mover, battle.to);
    } else {
        const int left = state.dice[battle.to] - dice / parameters.battle_wear;
        state.dice[battle.to] = static_cast<std::uint8_t>(std::max(left, 1));
    }
    ++state.battles;
    ++state.battles_this_turn;
    ++state.commands;
    state.idle_ends = 0;
    look_for_end(state, parameters);
}

int move_dice(State& state, const Parameters& parameters, int from, int to) {
    const int moved = std::min(parameters.max_dice - state.dice[to], state.dice[from] - 1);
    state.dice[from] = static_cast<std::uint8_t>(state.dice[from] - moved);
    state.dice[to] = static_cast<std::uint8_t>(state.dice[to] + moved);
    ++state.transfers_this_turn;
    ++state.commands;
    state.idle_ends = 0;
    look_for_end(state, parameters);
    return moved;
}

int dice_of(const State& state, int player) {
    int sum = 0;
    for (AreaSet areas = state.owned[player]; areas != 0;) {
        sum += state.dice[take_first(areas)];
    }
    return sum;
}

int dice_to_deploy(const State& state, const Parameters& parameters, int player) {
    const int room = parameters.max_dice * state.areas_of(player) - dice_of(state, player);
    return std::min(new_dice(state, parameters, player), room);
}

void close_turn(State& state, const Parameters& parameters, int put_down) {
    const int player = state.mover;
    const int free = new_dice(state, parameters, player);
    state.reserve[player] =
        std::max(0, std::min(free - put_down, parameters.reserve_cap - state.areas_of(player)));
    ++state.turns[player];
    ++state.turn_ends;
    ++state.idle_ends;
    ++state.commands;
    state.transfers_this_turn = 0;
    state.battles_this_turn = 0;
    do {
        state.mover = (state.mover + 1) % state.players;
    } while (state.owned[state.mover] == 0);
    look_for_end(state, parameters);
}

Outcome apply(State& state, const Setup& setup, const Command& command, Deployment& deployment) {
    Outcome outcome;
    const Parameters& parameters = setup.parameters;
    const bool is_beyond_limit = command.kind == Command::Kind::transfer &&
                                 state.transfers_this_turn >= parameters.max_transfers;
    outcome.ended_turn = command.kind == Command::Kind::end || is_beyond_limit;
    if (outcome.ended_turn) {
        close_turn(state, parameters, deploy(state, setup, deployment));
        return outcome;
    }
    outcome.refusal = refusal_of(state, setup.board, command);
    if (outcome.refusal != Refusal::none) {
        outcome.ended_turn = true;
        end_by_fault(state, setup, true, deployment);
    } else if (command.kind == Command::Kind::battle) {
        const int defender = state.owner[command.to];
        outcome.attack_sum =
            throw_dice(state, setup, state.mover, state.dice[command.from], outcome.attack_dice);
        outcome.defence_sum =
            throw_dice(state, setup, defender, state.dice[command.to], outcome.defence_dice);
        outcome.won = outcome.attack_sum > outcome.defence_sum;
        settle_battle(
            state, setup.board, parameters,
            {command.from, command.to, outcome.attack_sum, outcome.defence_sum});
    } else {
        outcome.dice = move_dice(state, parameters, command.from, command.to);
    }
    return outcome;
}

void end_by_fault(State& state, const Setup& setup, bool switches_off, Deployment& deployment) {
    if (switches_off) {
        state.switched_off = static_cast<std::uint8_t>(
            state.switched_off | (1U << static_cast<unsigned>(state.mover)));
    }
    close_turn(state, setup.parameters, deploy(state, setup, deployment));
}

std::array<int, max_players> ranks(const State& state) {
    const auto worth = [&state](int player) {
        return player == state.winner           ? state.battles + 1
               : state.fallen[player] == nobody ? state.battles
                                                : state.fallen[player];
    };
    std::array<int, max_players> places{};
    for (int player = 0; player < state.players; ++player) {
        places[player] = 1;
        for (int other = 0; other < state.players; ++other) {
            places[player] += worth(other) > worth(player) ? 1 : 0;
        }
    }
    return places;
}

} // namespace referee::dicewars
