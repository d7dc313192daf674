#include "spe_ed/voronoi-2/search.hpp"

#include "games/spe_ed/learning/moves.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::spe_ed::voronoi_2 {
namespace {

constexpr double lost = -1e6;  ///< plus one for each round that it survives
constexpr double drawn = -300; ///< all out at once: worse than a somewhat smaller area
constexpr double infinite = 1e9;
constexpr double quiet = 0; ///< nothing is forced: between drawn and won
constexpr std::uint64_t clock_period = 16;
constexpr int max_turns = 2; ///< considered for braking

constexpr std::array<Action, 5> usual_order{
    Action::change_nothing, Action::turn_left, Action::turn_right, Action::slow_down,
    Action::speed_up};

/// Moves the value that was best last time to the front.
template <typename List, typename Value>
void put_first(List& list, int count, const Value& value) {
    const auto end = list.begin() + count;
    const auto at = std::find(list.begin(), end, value);
    if (at != end) {
        std::rotate(list.begin(), at, at + 1);
    }
}

} // namespace

bool Search::is_late() {
    stopped_ = stopped_ || (positions_ % clock_period == 0 && Clock::now() >= end_);
    return stopped_;
}

/// The possible actions of a player. Without one, it is lost.
int Search::actions_of(int player, ActionOrder& actions) const {
    const State& state = position_.state();
    int count = 0;
    for (const Action action : usual_order) {
        if (is_possible(state.board, turned(state.players[player], action), state.round)) {
            actions[static_cast<std::size_t>(count++)] = action;
        }
    }
    return count;
}

/// The cost of a player's speed, in cells.
double Search::cost_of(int player) const {
    const State& state = position_.state();
    const Player& shown = state.players[player];
    const bool is_safe =
        shown.speed <= constants_.safe_speed ||
        can_brake(state.board, shown, state.round, constants_.safe_speed, max_turns);
    return constants_.speed_cost * shown.speed * (shown.speed - 1) / 2 +
           (is_safe ? 0 : constants_.no_brakes);
}

bool Search::is_anyone_left() const {
    const State& state = position_.state();
    for (int i = 0; i < state.player_count; ++i) {
        if (i != me_ && (state.players[i].active() || position_.standing(i) != nullptr)) {
            return true;
        }
    }
    return false;
}

double Search::value_of(int ply) {
    const bool lives = position_.state().players[me_].active();
    const bool is_last = !rivals_.empty() && !is_anyone_left();
    if (!lives) {
        return (is_last ? drawn : lost) + ply;
    }
    if (is_last) {
        return -lost - ply;
    }
    ++positions_;
    return rivals_.empty() ? value_alone() : value_among_others();
}

/// Whether the others can force it out within `rounds` if they know its moves, or it them: the
/// result of best(), but without areas. `quiet` if nothing is forced.
double Search::forced(int rounds, int ply) {
    if (!position_.state().players[me_].active()) {
        return (is_anyone_left() ? lost : drawn) + ply;
    }
    if (!is_anyone_left()) {
        return -lost - ply;
    }
    if (rounds == 0) {
        return quiet;
    }
    ActionOrder order;
    const int count = actions_of(me_, order);
    double highest = lost + ply;
    for (int i = 0; i < count && highest < quiet; ++i) {
        Replies replies;
        const int reply_count = replies_of(ply, replies);
        double lowest = infinite;
        for (int k = 0; k < reply_count && lowest > highest; ++k) {
            Changes changes;
            position_.play(
                actions_with(
                    order[static_cast<std::size_t>(i)], replies[static_cast<std::size_t>(k)]),
                changes);
            lowest = std::min(lowest, forced(rounds - 1, ply + 1));
            position_.take_back(changes);
        }
        highest = std::max(highest, lowest);
    }
    return highest;
}

/// The probability of surviving `rounds` if all replies of the others are equally likely; a draw
/// counts half. `best`, which may be null, is set to the first action with the highest probability.
double Search::chance(int rounds, Action* best) {
    if (!position_.state().players[me_].active()) {
        return is_anyone_left() ? 0 : 0.5;
    }
    if (rounds == 0 || !is_anyone_left()) {
        return 1;
    }
    ActionOrder order;
    const int count = actions_of(me_, order);
    double highest = 0;
    for (int i = 0; i < count; ++i) {
        const Action action = order[static_cast<std::size_t>(i)];
        Replies replies;
        const int reply_count = replies_of(0, replies);
        double sum = 0;
        for (int k = 0; k < reply_count; ++k) {
            Changes changes;
            position_.play(actions_with(action, replies[static_cast<std::size_t>(k)]), changes);
            sum += chance(rounds - 1, nullptr);
            position_.take_back(changes);
        }
        if (sum / reply_count > highest) {
            highest = sum / reply_count;
            if (best != nullptr) {
                *best = action;
            }
        }
    }
    return highest;
}

double Search::value_alone() {
    const CellLayout& layout = position_.layout();
    const int head = position_.bit_of(position_.state().players[me_]);
    const int reach = reachable(layout, position_.free(), head).count(layout);
    return (reach > max_usable ? reach : usable(layout, position_.free(), head)) - cost_of(me_);
}

double Search::value_among_others() {
    const State& state = position_.state();
    std::array<Runner, max_players> runners;
    int count = 0;
    const auto add = [&](int player) {
        const Player& shown = state.players[player];
        runners[static_cast<std::size_t>(count++)] = {
            position_.bit_of(shown), std::clamp<int>(shown.speed, 1, constants_.max_pace), false,
            position_.standing(player)};
    };
    add(me_);
    int rival = -1; // the nearest that is still in the game
    for (const int player : rivals_) {
        if (state.players[player].active()) {
            rival = rival < 0 ? player : rival;
            add(player);
        }
    }
    for (int player = 0; player < state.player_count; ++player) {
        if (position_.standing(player) != nullptr) {
            add(player);
        }
    }
    const auto cells = divide_cells(position_.layout(), position_.free(), runners, count);
    double value = cells[0] - cost_of(me_);
    if (rival >= 0) {
        value -= constants_.other_share * (cells[1] - cost_of(rival));
    }
    return value;
}

/// The own move; the others reply knowing it, which is the worst case.
double Search::best(int depth, double alpha, double beta, int ply) {
    if (depth == 0 || !position_.state().players[me_].active() ||
        (!rivals_.empty() && !is_anyone_left())) {
        return value_of(ply);
    }
    ActionOrder order;
    const int count = actions_of(me_, order);
    if (count == 0) {
        return lost + ply;
    }
    Action& first = first_[static_cast<std::size_t>(ply)];
    put_first(order, count, first);
    double highest = -infinite;
    for (int i = 0; i < count && highest < beta; ++i) {
        const Action action = order[static_cast<std::size_t>(i)];
        const double value = worst_reply(depth, std::max(alpha, highest), beta, ply, action);
        if (stopped_) {
            return highest;
        }
        if (value > highest) {
            highest = value;
            first = action;
            if (ply == 0) {
                root_best_ = action;
            }
        }
    }
    return highest;
}

/// The opponents' replies. With several opponents, one of them gives the worst reply while the
/// others go on (best-reply search, Schadd and Winands 2011); otherwise depth would cost too much.
int Search::replies_of(int ply, Replies& replies) const {
    int count = 0;
    for (const int player : rivals_) {
        ActionOrder order;
        const int actions =
            position_.state().players[player].active() ? actions_of(player, order) : 0;
        for (int i = 0; i < actions; ++i) {
            replies[static_cast<std::size_t>(count++)] = {
                player, order[static_cast<std::size_t>(i)]};
        }
    }
    if (count == 0) { // nobody replies, or all actions are fatal, so any will do
        replies[static_cast<std::size_t>(count++)] = {};
    }
    put_first(replies, count, first_reply_[static_cast<std::size_t>(ply)]);
    return count;
}

double Search::worst_reply(int depth, double alpha, double beta, int ply, Action own) {
    Replies replies;
    const int count = replies_of(ply, replies);
    double lowest = infinite;
    for (int i = 0; i < count && lowest > alpha; ++i) {
        const Reply& reply = replies[static_cast<std::size_t>(i)];
        const double value = after(depth, alpha, std::min(beta, lowest), ply, own, reply);
        if (stopped_) {
            break;
        }
        if (value < lowest) {
            lowest = value;
            first_reply_[static_cast<std::size_t>(ply)] = reply;
        }
    }
    return lowest;
}

Actions Search::actions_with(Action own, const Reply& reply) const {
    const State& state = position_.state();
    Actions actions;
    actions.fill(Action::none);
    actions[me_] = own;
    for (const int player : rivals_) {
        if (!state.players[player].active()) {
            continue;
        }
        actions[player] = Action::change_nothing;
        if (player == reply.player) {
            actions[player] = reply.action;
        } else if (!is_possible(state.board, state.players[player], state.round)) {
            ActionOrder order;
            actions[player] = actions_of(player, order) > 0 ? order[0] : Action::change_nothing;
        }
    }
    return actions;
}

double
Search::after(int depth, double alpha, double beta, int ply, Action own, const Reply& reply) {
    Changes changes;
    position_.play(actions_with(own, reply), changes);
    const double value = best(depth - 1, alpha, beta, ply + 1);
    position_.take_back(changes);
    is_late();
    return value;
}

} // namespace referee::spe_ed::voronoi_2
