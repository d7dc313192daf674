// The root of the search: which players take part, and how deep it goes.

#include "spe_ed/voronoi-2/search.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::spe_ed::voronoi_2 {

/// Whether anybody else can reach cells that it can reach, or is near enough to jump there.
bool Search::touches_others(const State& state) const {
    const auto is_near = [&](const Player& other) {
        const Player& own = state.players[me_];
        return std::abs(other.x - own.x) + std::abs(other.y - own.y) <= own.speed + other.speed + 2;
    };
    std::array<Runner, max_players> runners;
    int count = 0;
    const auto add = [&](const Player& player) {
        runners[static_cast<std::size_t>(count++)] = {
            position_.bit_of(player), std::clamp<int>(player.speed, 1, constants_.max_pace), false,
            nullptr};
    };
    add(state.players[me_]);
    for (int i = 0; i < state.player_count; ++i) {
        if (i != me_ && state.players[i].active()) {
            if (is_near(state.players[i])) {
                return true;
            }
            add(state.players[i]);
        }
    }
    return divide(position_.layout(), position_.free(), runners, count).is_contested[0];
}

/// The nearest opponents move in the search; the others don't.
void Search::find_rivals(const State& state) {
    const auto away = [&](int player) {
        return std::abs(state.players[player].x - state.players[me_].x) +
               std::abs(state.players[player].y - state.players[me_].y);
    };
    rivals_.clear();
    for (int i = 0; i < state.player_count; ++i) {
        if (i != me_ && state.players[i].active()) {
            rivals_.push_back(i);
        }
    }
    std::stable_sort(
        rivals_.begin(), rivals_.end(), [&](int a, int b) { return away(a) < away(b); });
    std::size_t count = 1;
    while (count < rivals_.size() && count < static_cast<std::size_t>(constants_.max_rivals) &&
           away(rivals_[count]) <= constants_.max_rival_distance) {
        ++count;
    }
    for (std::size_t i = count; i < rivals_.size(); ++i) {
        position_.stand(rivals_[i]);
    }
    rivals_.resize(std::min(count, rivals_.size()));
}

void Search::begin_alone(const State& state) {
    position_.set(state);
    rivals_.clear();
    for (int i = 0; i < state.player_count; ++i) {
        if (i != me_ && state.players[i].active()) {
            position_.remove(i);
        }
    }
}

void Search::begin(const State& state, int me) {
    me_ = me;
    positions_ = 0;
    stopped_ = false;
    first_.fill(Action::change_nothing);
    first_reply_.fill({});
    root_best_ = Action::change_nothing;
    position_.set(state);
}

void Search::deepen(Choice& choice, Clock::time_point end) {
    constexpr double decided = 5e5; ///< beyond this, certainly lost or won
    ActionOrder order;
    const int choices = actions_of(me_, order);
    for (int depth = 1; depth <= constants_.max_depth; ++depth) {
        end_ = depth <= constants_.min_depth ? Clock::time_point::max() : end;
        const double value = best(depth, -1e9, 1e9, 0);
        // Even of an interrupted depth: it began with the best move of the previous one.
        choice.action = root_best_;
        if (stopped_) {
            break;
        }
        choice.value = value;
        choice.depth = depth;
        if (std::abs(value) >= decided || choices <= 1 || Clock::now() >= end) {
            break;
        }
    }
}

Choice Search::choose(const State& state, int me, Clock::time_point end) {
    begin(state, me);
    Choice choice;
    choice.is_alone = !touches_others(state);
    if (choice.is_alone) {
        begin_alone(state);
    } else {
        find_rivals(state);
    }
    ActionOrder order;
    if (actions_of(me, order) == 0) {
        begin_alone(state); // the others may go elsewhere
    }
    if (rivals_.empty()) {
        end = std::min<Clock::time_point>(end, Clock::now() + constants_.max_time_alone);
    }
    deepen(choice, end);
    // In the search the others know the own move. If that loses in any case, they still have to
    // guess it.
    if (!rivals_.empty() && forced(constants_.chance_rounds, 0) < 0) {
        choice.is_gamble = true;
        chance(constants_.chance_rounds, &choice.action);
    }
    choice.positions = positions_;
    return choice;
}

} // namespace referee::spe_ed::voronoi_2
