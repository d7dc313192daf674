#pragma once

/// A player's possible next moves, for learners and AIs that plan ahead. Each function looks at one
/// player's move as if nobody else moved.

#include "games/spe_ed/rules.hpp"

namespace referee::spe_ed {

/// The player after an action, except for its place. The speed may leave the range 1..10.
inline Player turned(Player player, Action action) {
    player.speed = static_cast<std::int8_t>(
        player.speed + (action == Action::speed_up) - (action == Action::slow_down));
    player.direction = action == Action::turn_left    ? left_of(player.direction)
                       : action == Action::turn_right ? right_of(player.direction)
                                                      : player.direction;
    return player;
}

/// Whether a player jumps in a round: it then writes only its first and its last step.
inline bool jumps(const Player& player, int round) {
    return round % hole_period == 0 && player.speed >= min_hole_speed;
}

/// Calls `visit` with the index of each cell that a player writes, after its turn. It must not
/// leave the board.
template <typename Visit>
void for_each_written(const Board& board, const Player& player, int round, const Visit& visit) {
    const int stride = board.stride(player.direction);
    const int from = board.index(player.x, player.y);
    const bool leaves_holes = jumps(player, round);
    for (int step = 1; step <= player.speed; ++step) {
        if (!leaves_holes || step == 1 || step == player.speed) {
            visit(from + step * stride);
        }
    }
}

/// Whether a move, after its turn, writes only free cells. Any other move is fatal.
inline bool is_possible(const Board& board, const Player& player, int round) {
    if (player.speed < min_speed || player.speed > max_speed ||
        board.room(player.x, player.y, player.direction) < player.speed) {
        return false;
    }
    bool is_free = true;
    for_each_written(
        board, player, round, [&](int cell) { is_free = is_free && board[cell] == 0; });
    return is_free;
}

/// The player where a move, after its turn, takes it.
inline Player moved(Player player) {
    const auto direction = static_cast<std::size_t>(player.direction);
    player.x = static_cast<std::int16_t>(player.x + player.speed * step_x[direction]);
    player.y = static_cast<std::int16_t>(player.y + player.speed * step_y[direction]);
    return player;
}

/// Whether a player can brake to a speed with at most `turns` turns. Its own new cells are ignored:
/// on such a short way it hardly ever meets them.
inline bool
can_brake(const Board& board, const Player& player, int round, int to_speed, int turns) {
    if (player.speed <= to_speed) {
        return true;
    }
    // Straight on first: this is the usual case and costs next to nothing.
    for (const Action action : {Action::slow_down, Action::turn_left, Action::turn_right}) {
        const bool is_turn = action != Action::slow_down;
        const Player next = turned(player, action);
        if ((is_turn && turns == 0) || !is_possible(board, next, round)) {
            continue;
        }
        if (can_brake(board, moved(next), round + 1, to_speed, turns - (is_turn ? 1 : 0))) {
            return true;
        }
    }
    return false;
}

} // namespace referee::spe_ed
