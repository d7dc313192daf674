#include "battlesnake/duel-1/search.hpp"

#include "battlesnake/lib/area.hpp"

#include <algorithm>
#include <cstdlib>

namespace referee::battlesnake::sample {
namespace {

constexpr int all_points = 10'000;
constexpr int infinite = 1'000'000;
constexpr int sooner =
    10; ///< a win is worth so much more, and a death so much less, a turn earlier
constexpr int deepest = 64;
constexpr int min_food_chances = 12;
constexpr int min_way_chances = 8;

/// The value of a state in which the snake is alive. Prospects are scaled by what is at stake: in a
/// duel that is half of the points. Among eight snakes, where an eighth is certain, dying would
/// otherwise often look better than a small territory.
int living_value(int certain, int prospects) {
    const int stake = std::min(certain, all_points - certain);
    return stake == 0
               ? all_points / 2 + prospects // all places bring the same, or there is only one
               : certain + prospects * stake / (all_points / 2);
}

/// The step of a snake that isn't searched: straight on if that is open, else any open one.
Direction scripted_step(const State& state, int seat) {
    const Direction ahead = fallback_move(state.snake(seat), Direction::up);
    const DirectionList open = open_steps(state, seat);
    const bool is_open = std::find(open.begin(), open.end(), ahead) != open.end();
    return is_open || open.count == 0 ? ahead : open.items[0];
}

/// The cells that our own head is expected to enter, from a given turn on.
struct Line {
    std::size_t count = 0;
    std::array<Cell, deepest> cells;

    void begin_with(Cell cell, const Line& rest) {
        cells[0] = cell;
        count = std::min(rest.count + 1, cells.size());
        std::copy_n(rest.cells.begin(), count - 1, cells.begin() + 1);
    }
};

class Search {
  public:
    Search(
        const Situation& situation, const AllHabits& habits, const SearchConfig& config,
        const std::function<bool()>& is_late)
        : situation_(situation), habits_(habits), config_(config), is_late_(is_late),
          seat_(situation.seat), root_turn_(situation.state.turn) {
        choose_opponents();
    }

    SearchResult run() {
        const State& root = situation_.state;
        std::vector<Direction> order;
        for (const Direction direction : open_steps(root, seat_)) {
            order.push_back(direction);
        }
        SearchResult result;
        result.direction = order.empty() ? Direction::up : order[0];
        if (order.size() < 2) {
            return result; // there is no choice
        }
        for (int depth = 1; depth <= std::min(config_.max_depth, deepest - 1); ++depth) {
            const bool is_whole = deepen(order, depth, result);
            if (!is_whole || std::abs(result.value - all_points / 2) > all_points) {
                break;
            }
        }
        result.nodes = nodes_;
        return result;
    }

  private:
    /// The living opponents, nearest first; the searched ones stand at the front.
    void choose_opponents() {
        const State& root = situation_.state;
        const Cell head = root.snake(seat_).head;
        for (int seat = 1; seat <= root.count; ++seat) {
            if (seat != seat_ && root.lives(seat)) {
                opponents_.push_back(seat);
            }
        }
        std::stable_sort(opponents_.begin(), opponents_.end(), [&](int a, int b) {
            return steps_between(root, root.snake(a).head, head) <
                   steps_between(root, root.snake(b).head, head);
        });
        searched_ =
            std::min(opponents_.size(), static_cast<std::size_t>(config_.searched_opponents));
    }

    /// One iteration. Orders the steps by their values; false if the time ran out during it.
    bool deepen(std::vector<Direction>& order, int depth, SearchResult& result) {
        int best = -infinite;
        Direction best_direction = order[0];
        Line best_line;
        for (std::size_t i = 0; i < order.size(); ++i) {
            Moves moves{};
            moves[seat_ - 1] = order[i];
            const int value = reply(situation_.state, moves, 0, depth, best, infinite);
            if (is_stopped_) {
                break;
            }
            if (value > best) {
                best = value;
                best_direction = order[i];
                best_line.begin_with(
                    neighbour(situation_.state, situation_.state.snake(seat_).head, order[i]),
                    lines_[1]);
            }
        }
        // The first step is the best one of the previous iteration, so the best step of an
        // unfinished iteration is at least as good.
        if (best > -infinite) {
            result.direction = best_direction;
            result.value = best;
            result.line.assign(
                best_line.cells.begin(),
                best_line.cells.begin() + static_cast<std::ptrdiff_t>(best_line.count));
            const auto at = std::find(order.begin(), order.end(), best_direction);
            std::rotate(order.begin(), at, at + 1);
        }
        if (is_stopped_) {
            return false;
        }
        result.depth = depth;
        return true;
    }

    /// The opponents from number `index` on answer, each with the step that is worst for us.
    int reply(const State& state, Moves& moves, std::size_t index, int depth, int alpha, int beta) {
        while (index < opponents_.size() && !state.lives(opponents_[index])) {
            ++index;
        }
        if (index == opponents_.size()) {
            return after_turn(state, moves, depth, alpha, beta);
        }
        const int seat = opponents_[index];
        if (index >= searched_) {
            moves[seat - 1] = scripted_step(state, seat);
            return reply(state, moves, index + 1, depth, alpha, beta);
        }
        DirectionList steps = likely_steps(state, seat);
        if (steps.count == 0) {
            steps.add(fallback_move(state.snake(seat), Direction::up)); // it dies
        }
        int worst = infinite;
        Line& after = lines_[state.turn - root_turn_ + 1];
        Line worst_line;
        for (const Direction direction : steps) {
            moves[seat - 1] = direction;
            const int value = reply(state, moves, index + 1, depth, alpha, std::min(beta, worst));
            if (value < worst) {
                worst = value;
                worst_line = after;
            }
            if (worst <= alpha || is_stopped_) {
                break;
            }
        }
        after = worst_line;
        return worst;
    }

    int after_turn(const State& state, const Moves& moves, int depth, int alpha, int beta) {
        if (++nodes_ % 64 == 0 && has_one_iteration() && is_late_()) {
            is_stopped_ = true;
        }
        State next = state;
        advance(next, situation_.hazards, moves);
        const int turns = static_cast<int>(next.turn - root_turn_);
        lines_[static_cast<std::size_t>(turns)].count = 0;
        const int certain = certain_points(next, seat_, situation_.max_turns, situation_.points);
        if (!next.lives(seat_)) {
            return certain * config_.death_percent / 100 + sooner * turns;
        }
        if (is_over(next, situation_.max_turns)) {
            return certain - sooner * turns;
        }
        if (depth <= 1 || is_stopped_) {
            return living_value(certain, prospects(next, seat_, config_.weights));
        }
        return own_turn(next, depth - 1, alpha, beta);
    }

    int own_turn(const State& state, int depth, int alpha, int beta) {
        DirectionList steps = open_steps(state, seat_);
        if (steps.count == 0) {
            steps.add(Direction::up);
        }
        // The step that was best at this depth in another line is often best again.
        Direction& usual = usual_[state.turn - root_turn_];
        const auto at = std::find(steps.items.begin(), steps.items.begin() + steps.count, usual);
        if (at != steps.items.begin() + steps.count) {
            std::swap(steps.items[0], *at);
        }
        int best = -infinite;
        Line best_line;
        Moves moves{};
        for (const Direction direction : steps) {
            moves[seat_ - 1] = direction;
            const int value = reply(state, moves, 0, depth, std::max(alpha, best), beta);
            if (value > best) {
                best = value;
                usual = direction;
                const std::size_t turn = state.turn - root_turn_;
                best_line.begin_with(
                    neighbour(state, state.snake(seat_).head, direction), lines_[turn + 1]);
            }
            if (best >= beta || is_stopped_) {
                break;
            }
        }
        lines_[state.turn - root_turn_] = best_line;
        return best;
    }

    /// The opponent's steps that don't kill it, without those that it has never been seen to take.
    DirectionList likely_steps(const State& state, int seat) const {
        DirectionList steps = open_steps(state, seat);
        const Habits& habits = habits_[seat - 1];
        if (!config_.uses_habits || steps.count < 2) {
            return steps;
        }
        const Cell head = state.snake(seat).head;
        if (habits.gives_way.is_reliable(min_way_chances)) {
            keep(steps, [&](Direction step) {
                return !is_contested(state, seat, neighbour(state, head, step));
            });
        }
        // Only for the coming move: where food will be later is unknown.
        if (state.turn == root_turn_ && habits.goes_for_food.is_reliable(min_food_chances)) {
            int nearest = never;
            for (const Direction step : steps) {
                nearest = std::min(nearest, steps_to_food(state, neighbour(state, head, step)));
            }
            keep(steps, [&](Direction step) {
                return steps_to_food(state, neighbour(state, head, step)) == nearest;
            });
        }
        return steps;
    }

    /// Keeps the steps for which the predicate holds, if there are any.
    template <typename Holds>
    static void keep(DirectionList& steps, Holds holds) {
        DirectionList kept;
        for (const Direction step : steps) {
            if (holds(step)) {
                kept.add(step);
            }
        }
        if (kept.count > 0) {
            steps = kept;
        }
    }

    bool has_one_iteration() const { return nodes_ > first_iteration_; }

    static constexpr std::uint64_t first_iteration_ = 4 * 3 * 3; ///< at most, with two searched

    const Situation& situation_;
    const AllHabits& habits_;
    const SearchConfig& config_;
    const std::function<bool()>& is_late_;
    int seat_;
    std::uint32_t root_turn_;
    std::vector<int> opponents_;
    std::size_t searched_ = 0;
    std::array<Direction, deepest> usual_{};
    std::array<Line, deepest + 1> lines_; ///< by turn from the root on
    std::uint64_t nodes_ = 0;
    bool is_stopped_ = false;
};

} // namespace

int certain_points(const State& state, int seat, int max_turns, const std::vector<double>& points) {
    const auto of_place = [&](int place) {
        return place <= static_cast<int>(points.size()) ? points[place - 1] : 0.0;
    };
    double min = 0;
    double max = 0;
    for (int place = 1; place <= state.count; ++place) {
        min = place == 1 ? of_place(place) : std::min(min, of_place(place));
        max = place == 1 ? of_place(place) : std::max(max, of_place(place));
    }
    if (max <= min) {
        return 0;
    }
    int first = 1; // the shared places, from first to last
    int last = state.living_count();
    if (!state.lives(seat) || is_over(state, max_turns)) {
        const auto by_seat = ranks(state);
        first = by_seat[seat - 1];
        last = first - 1 +
               static_cast<int>(std::count(by_seat.begin(), by_seat.begin() + state.count, first));
    }
    double sum = 0;
    for (int place = first; place <= last; ++place) {
        sum += of_place(place) - min;
    }
    return static_cast<int>(all_points * sum / (last - first + 1) / (max - min));
}

int prospects(const State& state, int seat, const Weights& weights) {
    const Territory lands = territory(state);
    const Snake& self = state.snake(seat);
    int largest = 0;
    int longest = 0;
    for (int other = 1; other <= state.count; ++other) {
        if (other != seat && state.lives(other)) {
            largest = std::max(largest, lands.cells[other - 1]);
            longest = std::max(longest, state.snake(other).length());
        }
    }
    const int own = lands.cells[seat - 1];
    const int food = lands.food_distance[seat - 1];
    int value = weights.area * (own - largest);
    value += weights.length * std::min(self.length() - longest, weights.max_lead);
    const bool is_hungry = self.health < weights.hungry_health;
    value -= (is_hungry ? weights.hungry_food_step : weights.food_step) *
             std::min(food, int{state.width} + state.height);
    value -= weights.cramped * std::max(0, self.length() - own);
    value -= food > self.health ? weights.starving * (is_hungry ? 1 : 0) : 0;
    return std::clamp(value, -all_points / 2 + 1000, all_points / 2 - 1000);
}

SearchResult search(
    const Situation& situation, const AllHabits& habits, const SearchConfig& config,
    const std::function<bool()>& is_late) {
    return Search(situation, habits, config, is_late).run();
}

} // namespace referee::battlesnake::sample
