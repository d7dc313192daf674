#include "spe_ed/lib/voronoi_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace referee::spe_ed::voronoi {
namespace {

constexpr double lost = -1e6;  ///< plus one for each round that it survives
constexpr double drawn = -300; ///< both out at once: worse than a somewhat smaller area
constexpr double infinite = 1e9;
constexpr std::uint64_t clock_period = 32;
constexpr int max_turns = 2; ///< considered for braking

/// The player after an action, except its position. The speed may be out of range.
Player turned(Player player, Action action) {
    player.speed = static_cast<std::int8_t>(
        player.speed + (action == Action::speed_up) - (action == Action::slow_down));
    player.direction = action == Action::turn_left    ? left_of(player.direction)
                       : action == Action::turn_right ? right_of(player.direction)
                                                      : player.direction;
    return player;
}

/// Whether a move, after its turn, writes only free cells. Any other move is fatal.
bool is_possible(const Board& board, const Player& player, int round) {
    const int speed = player.speed;
    if (speed < min_speed || speed > max_speed ||
        board.room(player.x, player.y, player.direction) < speed) {
        return false;
    }
    const int stride = board.stride(player.direction);
    const int from = board.index(player.x, player.y);
    const bool has_holes = round % hole_period == 0 && speed >= min_hole_speed;
    for (int step = 1; step <= speed; ++step) {
        const bool is_hole = has_holes && step > 1 && step < speed;
        if (!is_hole && board[from + step * stride] != 0) {
            return false;
        }
    }
    return true;
}

/// Whether a player can brake to a speed with at most `turns` turns if nobody else moves. Its own
/// new cells are ignored: on such a short way it hardly meets them.
bool can_brake(const Board& board, const Player& player, int round, int to_speed, int turns) {
    if (player.speed <= to_speed) {
        return true;
    }
    // Straight on first: that is the usual case, in which this costs next to nothing.
    for (const Action action : {Action::slow_down, Action::turn_left, Action::turn_right}) {
        const bool is_turn = action != Action::slow_down;
        Player next = turned(player, action);
        if ((is_turn && turns == 0) || !is_possible(board, next, round)) {
            continue;
        }
        const auto direction = static_cast<std::size_t>(next.direction);
        next.x = static_cast<std::int16_t>(next.x + next.speed * step_x[direction]);
        next.y = static_cast<std::int16_t>(next.y + next.speed * step_y[direction]);
        if (can_brake(board, next, round + 1, to_speed, turns - (is_turn ? 1 : 0))) {
            return true;
        }
    }
    return false;
}

} // namespace

bool Search::is_late() {
    stopped_ = stopped_ || (positions_ % clock_period == 0 && Clock::now() >= end_);
    return stopped_;
}

/// The possible actions of a player. Without one, it is lost.
int Search::actions_of(const State& state, int player, ActionOrder& actions) const {
    static constexpr ActionOrder order{
        Action::change_nothing, Action::turn_left, Action::turn_right, Action::slow_down,
        Action::speed_up};
    int count = 0;
    for (const Action action : order) {
        if (is_possible(state.board, turned(state.players[player], action), state.round)) {
            actions[static_cast<std::size_t>(count++)] = action;
        }
    }
    return count;
}

/// The cost of a player's speed, in cells.
double Search::cost_of(const State& state, int player) const {
    const Player& shown = state.players[player];
    const bool is_safe =
        shown.speed <= constants_.safe_speed ||
        can_brake(state.board, shown, state.round, constants_.safe_speed, max_turns);
    return constants_.speed_cost * shown.speed * (shown.speed - 1) / 2 +
           (is_safe ? 0 : constants_.no_brakes);
}

double Search::value_of(const State& state, int ply) {
    const Player& own = state.players[me_];
    const bool rival_lives = rival_ >= 0 && state.players[rival_].active();
    if (!own.active()) {
        return (rival_ >= 0 && !rival_lives ? drawn : lost) + ply;
    }
    if (rival_ >= 0 && !rival_lives) {
        return -lost - ply; // in a duel that is the end
    }
    ++positions_;
    if (rival_ < 0) {
        return map_.usable(state, me_) - cost_of(state, me_);
    }
    const Areas& areas = map_.measure(state, constants_.max_pace);
    double value = areas.own[static_cast<std::size_t>(me_)] - cost_of(state, me_);
    value -= constants_.other_share *
             (areas.own[static_cast<std::size_t>(rival_)] - cost_of(state, rival_));
    return value;
}

/// The own move; the rival replies knowing it, which is the worst case.
double Search::best(State& state, int depth, double alpha, double beta, int ply) {
    if (!state.players[me_].active() || (rival_ >= 0 && !state.players[rival_].active()) ||
        depth == 0) {
        return value_of(state, ply);
    }
    ActionOrder order;
    const int count = actions_of(state, me_, order);
    if (count == 0) {
        return lost + ply;
    }
    const auto end = order.begin() + count;
    Action& first = first_[static_cast<std::size_t>(ply)];
    const auto at = std::find(order.begin(), end, first);
    if (at != end) {
        std::rotate(order.begin(), at, at + 1);
    }
    double highest = -infinite;
    for (auto action = order.begin(); action != end; ++action) {
        Actions actions;
        actions.fill(Action::none);
        actions[me_] = *action;
        const double value = reply(state, depth, std::max(alpha, highest), beta, ply, actions);
        if (stopped_) {
            return highest;
        }
        if (value > highest) {
            highest = value;
            first = *action;
            if (ply == 0) {
                root_best_ = *action;
            }
        }
        if (highest >= beta) {
            break;
        }
    }
    return highest;
}

double
Search::reply(State& state, int depth, double alpha, double beta, int ply, Actions& actions) {
    ActionOrder order;
    int count = 0;
    if (rival_ >= 0) {
        count = actions_of(state, rival_, order);
    }
    if (count == 0) { // nobody replies, or all actions are fatal, so any will do
        order[0] = Action::change_nothing;
        count = 1;
    }
    double lowest = infinite;
    for (int i = 0; i < count; ++i) {
        if (rival_ >= 0) {
            actions[rival_] = order[static_cast<std::size_t>(i)];
        }
        Changes changes;
        play_round(state, actions, changes);
        lowest = std::min(lowest, best(state, depth - 1, alpha, std::min(beta, lowest), ply + 1));
        undo(state, changes);
        if (is_late() || lowest <= alpha) {
            break;
        }
    }
    return lowest;
}

/// Players that don't move in the search: for the rules they are out; the cells that their next
/// move could reach become walls.
void Search::leave_out_others(State& state) const {
    for (int i = 0; i < state.player_count; ++i) {
        Player& player = state.players[i];
        if (i == me_ || i == rival_ || !player.active()) {
            continue;
        }
        for (const Direction direction :
             {player.direction, left_of(player.direction), right_of(player.direction)}) {
            const int max = std::min<int>(
                player.speed + (direction == player.direction ? 1 : 0),
                state.board.room(player.x, player.y, direction));
            for (int step = 1; step <= max; ++step) {
                std::int8_t& cell = state.board
                                        [state.board.index(player.x, player.y) +
                                         step * state.board.stride(direction)];
                cell = cell == 0 ? static_cast<std::int8_t>(i + 1) : cell;
            }
        }
        player.out_round = state.round;
    }
}

Choice Search::choose(const State& state, int me, Clock::time_point end) {
    me_ = me;
    end_ = end;
    positions_ = 0;
    stopped_ = false;
    first_.fill(Action::change_nothing);
    root_best_ = Action::change_nothing;
    Choice choice;
    const Areas& areas = map_.measure(state, constants_.max_pace);
    choice.is_alone = !areas.is_contested[static_cast<std::size_t>(me)];
    rival_ = -1;
    int nearest = std::numeric_limits<int>::max();
    for (int i = 0; i < state.player_count && !choice.is_alone; ++i) {
        const Player& player = state.players[i];
        const int distance =
            std::abs(player.x - state.players[me].x) + std::abs(player.y - state.players[me].y);
        if (i != me && player.active() && distance < nearest) {
            nearest = distance;
            rival_ = i;
        }
    }
    State root = state;
    leave_out_others(root);
    ActionOrder order;
    if (actions_of(root, me, order) == 0) {
        root = state; // the others may go elsewhere
        rival_ = -1;
        for (int i = 0; i < root.player_count; ++i) {
            root.players[i].out_round = i == me ? 0 : root.round;
        }
    }
    for (int depth = 1; depth <= constants_.max_depth; ++depth) {
        end_ = depth <= constants_.min_depth ? Clock::time_point::max() : end;
        const double value = best(root, depth, -infinite, infinite, 0);
        // Even of an interrupted depth: it began with the best move of the previous one.
        choice.action = root_best_;
        if (stopped_) {
            break;
        }
        choice.value = value;
        choice.depth = depth;
        if (value <= lost / 2 || value >= -lost / 2 || Clock::now() >= end) {
            break;
        }
    }
    choice.positions = positions_;
    return choice;
}

} // namespace referee::spe_ed::voronoi
