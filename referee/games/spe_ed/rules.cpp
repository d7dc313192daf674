#include "games/spe_ed/rules.hpp"

namespace referee::spe_ed {
namespace {

/// The cells that the players write in one round, in order. Each player writes at most one for each
/// step of its speed.
struct Written {
    std::array<std::uint16_t, static_cast<std::size_t>(max_players) * max_speed> cells;
    std::array<int, max_players + 1> begin{}; ///< where the cells of each player begin
    int count = 0;
    bool any_met = false; ///< without a cell that is −1 nobody can have crashed
};

void put_out(Player& player, Out why, int round) {
    player.out = why;
    player.out_round = round;
}

/// Stage 1: direction and speed. False if this puts the player out; it then doesn't move.
bool take_action(Player& player, Action action, int round) {
    switch (action) {
    case Action::turn_left:
        player.direction = left_of(player.direction);
        break;
    case Action::turn_right:
        player.direction = right_of(player.direction);
        break;
    case Action::slow_down:
        --player.speed;
        break;
    case Action::speed_up:
        ++player.speed;
        break;
    case Action::change_nothing:
        break;
    case Action::none:
        put_out(player, Out::fault, round);
        return false;
    }
    if (player.speed < min_speed || player.speed > max_speed) {
        put_out(player, Out::speed, round); // the speed 0 or 11 stays visible
        return false;
    }
    return true;
}

template <bool keeping>
void write(
    Board& board, int cell, int number, Written& written, [[maybe_unused]] Changes* changes) {
    std::int8_t& content = board[cell];
    if constexpr (keeping) {
        changes->cells[written.count] = {static_cast<std::uint16_t>(cell), content};
    }
    written.cells[written.count++] = static_cast<std::uint16_t>(cell);
    const bool is_free = content == 0;
    content = is_free ? static_cast<std::int8_t>(number) : met;
    written.any_met = written.any_met || !is_free;
}

/// Step 2: collisions don't stop anybody; only the border ends a move early.
template <bool keeping>
void move(State& state, int index, Written& written, Changes* changes) {
    Player& player = state.players[index];
    Board& board = state.board;
    const int speed = player.speed;
    const int room = board.room(player.x, player.y, player.direction);
    const bool leaves = speed > room;
    const int steps = leaves ? room : speed;
    const int stride = board.stride(player.direction);
    const int from = board.index(player.x, player.y);
    const bool leaves_holes = state.round % hole_period == 0 && speed >= min_hole_speed;
    if (leaves_holes) {
        if (steps >= 1) {
            write<keeping>(board, from + stride, index + 1, written, changes);
        }
        if (!leaves) {
            write<keeping>(board, from + steps * stride, index + 1, written, changes);
        }
    } else {
        for (int step = 1; step <= steps; ++step) {
            write<keeping>(board, from + step * stride, index + 1, written, changes);
        }
    }
    const int way = leaves ? room + 1 : speed; // its place is then the first cell outside
    player.x = static_cast<std::int16_t>(
        player.x + way * step_x[static_cast<std::size_t>(player.direction)]);
    player.y = static_cast<std::int16_t>(
        player.y + way * step_y[static_cast<std::size_t>(player.direction)]);
    if (leaves) {
        put_out(player, Out::border, state.round);
    }
}

/// Step 3, on the board after all movement: active players that wrote a cell that is −1 now are
/// out.
void find_crashes(State& state, const Written& written) {
    for (int i = 0; i < state.player_count; ++i) {
        Player& player = state.players[i];
        if (!player.active()) {
            continue;
        }
        for (int at = written.begin[i]; at < written.begin[i + 1]; ++at) {
            if (state.board[written.cells[at]] == met) {
                put_out(player, Out::crash, state.round);
                break;
            }
        }
    }
}

template <bool keeping>
void play(State& state, const Actions& actions, Changes* changes) {
    if constexpr (keeping) {
        changes->players = state.players;
    }
    Written written;
    for (int i = 0; i < state.player_count; ++i) {
        Player& player = state.players[i];
        written.begin[i] = written.count;
        if (player.active() && take_action(player, actions[i], state.round)) {
            move<keeping>(state, i, written, changes);
        }
    }
    written.begin[state.player_count] = written.count;
    if (written.any_met) {
        find_crashes(state, written);
    }
    if constexpr (keeping) {
        changes->cell_count = written.count;
    }
    ++state.round;
}

} // namespace

void add_player(State& state, int x, int y, Direction direction, int speed) {
    Player player;
    player.x = static_cast<std::int16_t>(x);
    player.y = static_cast<std::int16_t>(y);
    player.direction = direction;
    player.speed = static_cast<std::int8_t>(speed);
    state.players[state.player_count++] = player;
    state.board[state.board.index(x, y)] = state.player_count;
}

void play_round(State& state, const Actions& actions) {
    play<false>(state, actions, nullptr);
}

void play_round(State& state, const Actions& actions, Changes& changes) {
    play<true>(state, actions, &changes);
}

void undo(State& state, const Changes& changes) {
    for (int i = changes.cell_count; i-- > 0;) { // the first one to write a cell found the oldest
        state.board[changes.cells[i].index] = changes.cells[i].before;
    }
    state.players = changes.players;
    --state.round;
}

int active_count(const State& state) {
    int count = 0;
    for (int i = 0; i < state.player_count; ++i) {
        count += state.players[i].active() ? 1 : 0;
    }
    return count;
}

bool is_over(const State& state) {
    return active_count(state) <= 1 || state.round > state.max_rounds;
}

std::array<int, max_players> ranks(const State& state) {
    const auto lasted = [&](int i) {
        const Player& player = state.players[i];
        return player.active() ? state.round : player.out_round; // round: later than any
    };
    std::array<int, max_players> result{};
    for (int i = 0; i < state.player_count; ++i) {
        result[i] = 1;
        for (int other = 0; other < state.player_count; ++other) {
            result[i] += lasted(other) > lasted(i) ? 1 : 0;
        }
    }
    return result;
}

} // namespace referee::spe_ed
