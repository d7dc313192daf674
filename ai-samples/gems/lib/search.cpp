#include "gems/lib/search.hpp"

#include <algorithm>
#include <vector>

namespace referee::gems::sample {
namespace {

/// Larger than any value, even on a field with the greatest life and shield, 1,000,000 each.
constexpr int infinite = 1'000'000'000;

/// The bonus of a win for every move that it comes sooner: a later one may not come, because the
/// stones that fall in are unknown. It is more than accounts and shield gain in the meantime.
constexpr int sooner_value = 500;

/// A tried move: its outcome, and the outcome's immediate value to the mover.
struct Child {
    Swap swap;
    State after;
    int estimate = 0;
};

/// The alpha-beta window: what the mover already has for certain, and what the other side won't let
/// it exceed.
struct Window {
    int alpha = -infinite;
    int beta = infinite;
};

/// One search, for players[0].
class Search {
  public:
    Search(
        const Parameters& parameters, const SearchConfig& config,
        const std::function<bool()>& out_of_time)
        : parameters_(parameters), config_(config), out_of_time_(out_of_time) {}

    /// All moves, the most promising first: alpha-beta cuts most when the best comes first.
    std::vector<Child> children(const State& state);

    /// The value, for its mover, of a move that led to `after`. `depth` is the depth before the
    /// move, from 1; `free_turns` is how many extra turns may still be free of depth.
    int value_of(const State& after, int mover, int depth, int free_turns, Window window);

    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    int value_for_mover(const State& state, int depth, int free_turns, Window window);
    int best_child(const State& state, int depth, int free_turns, Window window);
    int best_last(const State& state, int free_turns, Window window);
    static int believed(int estimate, int deeper, int percent);
    static int unbelieved(int estimate, int value, int percent, int slack);
    bool is_out_of_time();

    const Parameters& parameters_;
    const SearchConfig& config_;
    const std::function<bool()>& out_of_time_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

std::vector<Child> Search::children(const State& state) {
    const SwapList swaps = legal_swaps(state.board);
    std::vector<Child> children;
    children.reserve(swaps.count);
    for (const Swap& swap : swaps) {
        Child& child = children.emplace_back(Child{swap, state});
        foresee(child.after, parameters_, swap);
        child.estimate = evaluate(child.after, config_.weights, state.mover);
    }
    nodes_ += swaps.count;
    std::ranges::stable_sort(children, std::ranges::greater(), &Child::estimate);
    return children;
}

int Search::value_of(const State& after, int mover, int depth, int free_turns, Window window) {
    const int estimate = evaluate(after, config_.weights, mover);
    if (after.end != End::none) {
        const int best = winner(after);
        const int sooner = best < 0 ? 0 : best == mover ? sooner_value : -sooner_value;
        return estimate + sooner * (depth - 1);
    }
    const bool same_mover = after.mover == mover;
    if (same_mover && free_turns > 0) {
        --free_turns;
    } else {
        --depth;
    }
    if (depth == 0) {
        return estimate;
    }
    // The opponent's moves count in full.
    const int percent = after.mover == 0 ? config_.own_later_percent : 100;
    const Window deep{
        unbelieved(estimate, window.alpha, percent, -1),
        unbelieved(estimate, window.beta, percent, 1)};
    // After an extra turn the same side moves again, so the sign stays.
    const int deeper = same_mover
                           ? value_for_mover(after, depth, free_turns, deep)
                           : -value_for_mover(after, depth, free_turns, {-deep.beta, -deep.alpha});
    return believed(estimate, deeper, percent);
}

int Search::value_for_mover(const State& state, int depth, int free_turns, Window window) {
    return depth == 1 ? best_last(state, free_turns, window)
                      : best_child(state, depth, free_turns, window);
}

int Search::best_child(const State& state, int depth, int free_turns, Window window) {
    const std::vector<Child> moves = children(state);
    int best = -infinite;
    for (const Child& child : moves) {
        const Window rest{std::max(window.alpha, best), window.beta};
        best = std::max(best, value_of(child.after, state.mover, depth, free_turns, rest));
        if (is_out_of_time() || best >= window.beta) {
            return best;
        }
    }
    // The real board seldom lacks a swap: only the holes make it look so.
    return moves.empty() ? evaluate(state, config_.weights, state.mover) : best;
}

/// best_child() at the last depth, where only a free extra turn can follow: all moves are evaluated
/// anyway, and sorting them would cost more than it saves.
int Search::best_last(const State& state, int free_turns, Window window) {
    const SwapList swaps = legal_swaps(state.board);
    int best = -infinite;
    for (const Swap& swap : swaps) {
        State after = state;
        foresee(after, parameters_, swap);
        ++nodes_;
        const Window rest{std::max(window.alpha, best), window.beta};
        best = std::max(best, value_of(after, state.mover, 1, free_turns, rest));
        if (is_out_of_time() || best >= window.beta) {
            return best;
        }
    }
    return swaps.count == 0 ? evaluate(state, config_.weights, state.mover) : best;
}

/// Interpolates between the immediate estimate and the deeper value, by the percentage of the
/// latter.
int Search::believed(int estimate, int deeper, int percent) {
    return static_cast<int>(estimate + (std::int64_t{deeper} - estimate) * percent / 100);
}

/// The deeper value for which believed() is `value`: a bound of the window on the way down. Moved
/// outwards by `slack`, as rounding must not narrow the window.
int Search::unbelieved(int estimate, int value, int percent, int slack) {
    if (percent == 100) {
        return value;
    }
    const std::int64_t gain = (std::int64_t{value} - estimate) * 100 / percent;
    return static_cast<int>(std::clamp<std::int64_t>(estimate + gain + slack, -infinite, infinite));
}

bool Search::is_out_of_time() {
    stopped_ = stopped_ || out_of_time_();
    return stopped_;
}

} // namespace

int evaluate(const State& state, const Weights& weights, int player) {
    const auto worth = [&](int index) {
        const Player& of = state.players[index];
        const bool lost = state.end != End::none && winner(state) == 1 - index;
        return lost ? lost_value
                    : weights.life * of.life + weights.shield * of.shield + weights.red * of.red +
                          weights.yellow * of.yellow + weights.green * of.green +
                          weights.purple * of.purple;
    };
    return worth(player) - worth(1 - player);
}

namespace {

/// What follows the swap if both sides choose as the search does, to its depth.
std::vector<Swap> expected_line(
    Search& search, const Situation& situation, const SearchConfig& config, const Choice& choice) {
    std::vector<Swap> line{choice.swap};
    State state = situation.state;
    foresee(state, situation.parameters, choice.swap);
    for (int depth = choice.depth - 1; depth > 0 && state.end == End::none; --depth) {
        const std::vector<Child> moves = search.children(state);
        int best = -infinite;
        const Child* best_move = nullptr;
        for (const Child& move : moves) {
            const int value = search.value_of(
                move.after, state.mover, depth, config.extra_turn_is_free ? 1 : 0,
                {best, infinite});
            if (value > best) {
                best = value;
                best_move = &move;
            }
        }
        if (best_move == nullptr || search.stopped()) {
            break;
        }
        line.push_back(best_move->swap);
        state = State(best_move->after);
    }
    return line;
}

} // namespace

Choice search(
    const Situation& situation, const SearchConfig& config,
    const std::function<bool()>& out_of_time) {
    Search search(situation.parameters, config, out_of_time);
    const int free_turns = config.extra_turn_is_free ? 1 : 0;
    // Depth 1 is this list alone, so there is an answer however short the time.
    std::vector<Child> moves = search.children(situation.state);
    Choice choice{moves.front().swap, moves.front().estimate, 1, 0};
    for (int depth = 2; depth <= config.depth && !search.stopped(); ++depth) {
        int best = -infinite;
        auto best_move = moves.begin();
        for (auto move = moves.begin(); move != moves.end(); ++move) {
            const int value = search.value_of(
                move->after, situation.state.mover, depth, free_turns, {best, infinite});
            if (search.stopped()) {
                break; // a value that was cut short means nothing
            }
            if (value > best) {
                best = value;
                best_move = move;
                // The best move of the previous depth is tried first, so a move that beats it is a
                // valid answer even if this depth isn't finished in time.
                choice = {move->swap, value, depth, 0};
            }
        }
        std::rotate(moves.begin(), best_move, best_move + 1);
    }
    choice.nodes = search.nodes();
    choice.line = expected_line(search, situation, config, choice);
    return choice;
}

std::chrono::milliseconds time_to_search(int time_limit_ms) {
    if (time_limit_ms <= 0) {
        return std::chrono::seconds(1); // an arbitrary choice when there is no limit
    }
    const int margin = std::min(time_limit_ms / 2, 20 + time_limit_ms / 10);
    return std::chrono::milliseconds(time_limit_ms - margin);
}

Choice search_in_time(const Situation& situation, const SearchConfig& config) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + time_to_search(situation.time_limit_ms);
    return search(situation, config, [end] { return Clock::now() >= end; });
}

} // namespace referee::gems::sample
