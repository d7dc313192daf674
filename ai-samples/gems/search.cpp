#include "gems/search.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace referee::gems::sample {
namespace {

/// Greater than every value, and its negative is no overflow.
constexpr int infinite = std::numeric_limits<int>::max() / 2;

/// What a win is worth more for every move that it comes sooner: later ones may not come, as the
/// stones that fall in are unknown. More than accounts and shield can gain in the meantime.
constexpr int sooner_value = 500;

/// A move tried: what follows from it, and how good that looks to the mover.
struct Child {
    Swap swap;
    State after;
    int estimate = 0;
};

class Search {
  public:
    Search(
        const Parameters& parameters, const Weights& weights,
        const std::function<bool()>& out_of_time)
        : parameters_(parameters), weights_(weights), out_of_time_(out_of_time) {}

    /// All moves, the most promising first: alpha-beta cuts most when the best comes first.
    std::vector<Child> children(const State& state) {
        const SwapList swaps = legal_swaps(state.board);
        std::vector<Child> children;
        children.reserve(swaps.count);
        for (const Swap& swap : swaps) {
            Child& child = children.emplace_back(Child{swap, state});
            foresee(child.after, parameters_, swap);
            child.estimate = evaluate(child.after, weights_, state.mover);
        }
        nodes_ += swaps.count;
        std::ranges::stable_sort(children, std::ranges::greater(), &Child::estimate);
        return children;
    }

    /// The value of a move for its mover, who had `alpha` for certain and whose opponent won't
    /// let it come to more than `beta`. `depth` moves are looked at after it.
    int value_of(const State& after, int mover, int depth, int alpha, int beta) {
        // After an extra turn's purple is paid the same side is on, and there is no sign to change.
        return after.mover == mover ? value_for_mover(after, depth, alpha, beta)
                                    : -value_for_mover(after, depth, -beta, -alpha);
    }

    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }

  private:
    int value_for_mover(const State& state, int depth, int alpha, int beta) {
        if (state.end != End::none) {
            const int best = winner(state);
            const int sooner = best < 0 ? 0 : best == state.mover ? sooner_value : -sooner_value;
            return evaluate(state, weights_, state.mover) + sooner * depth;
        }
        if (depth == 0) {
            return evaluate(state, weights_, state.mover);
        }
        return depth == 1 ? best_leaf(state, beta) : best_child(state, depth, alpha, beta);
    }

    int best_child(const State& state, int depth, int alpha, int beta) {
        const std::vector<Child> moves = children(state);
        int best = -infinite;
        for (const Child& child : moves) {
            best = std::max(
                best, value_of(child.after, state.mover, depth - 1, std::max(alpha, best), beta));
            if (best >= beta || is_out_of_time()) {
                return best;
            }
        }
        return moves.empty() ? evaluate(state, weights_, state.mover) : best;
    }

    /// best_child() of the last move: to sort the moves would cost more than it saves.
    int best_leaf(const State& state, int beta) {
        const SwapList swaps = legal_swaps(state.board);
        int best = -infinite;
        for (const Swap& swap : swaps) {
            State after = state;
            foresee(after, parameters_, swap);
            ++nodes_;
            best = std::max(best, evaluate(after, weights_, state.mover));
            if (best >= beta || is_out_of_time()) {
                return best;
            }
        }
        // The board is seldom without a swap in truth: only the holes make it look so.
        return swaps.count == 0 ? evaluate(state, weights_, state.mover) : best;
    }

    bool is_out_of_time() {
        stopped_ = stopped_ || out_of_time_();
        return stopped_;
    }

    const Parameters& parameters_;
    const Weights& weights_;
    const std::function<bool()>& out_of_time_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

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

Choice search(
    const Situation& situation, const SearchSettings& settings,
    const std::function<bool()>& out_of_time) {
    Search search(situation.parameters, settings.weights, out_of_time);
    const int mover = situation.state.mover;
    // Depth 1 is this list alone, so there is an answer however short the time.
    std::vector<Child> moves = search.children(situation.state);
    Choice choice{moves.front().swap, moves.front().estimate, 1, 0};
    for (int depth = 2; depth <= settings.depth && !search.stopped(); ++depth) {
        int best = -infinite;
        auto best_move = moves.begin();
        for (auto move = moves.begin(); move != moves.end(); ++move) {
            const int value = search.value_of(move->after, mover, depth - 1, best, infinite);
            if (search.stopped()) {
                break; // a value that was cut short says nothing
            }
            if (value > best) {
                best = value;
                best_move = move;
                // The best of the depth before is tried first: what beats it, may be answered
                // even when this depth is not done.
                choice = {move->swap, value, depth, 0};
            }
        }
        std::rotate(moves.begin(), best_move, best_move + 1);
    }
    choice.nodes = search.nodes();
    return choice;
}

std::chrono::milliseconds time_to_search(int time_limit_ms) {
    if (time_limit_ms <= 0) {
        return std::chrono::seconds(1); // protocol.md: "0 means no limit (AIs of ours then take 1 s)"
    }
    const int margin = std::min(time_limit_ms / 2, 20 + time_limit_ms / 10);
    return std::chrono::milliseconds(time_limit_ms - margin);
}

Choice search_in_time(const Situation& situation, const SearchSettings& settings) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + time_to_search(situation.time_limit_ms);
    return search(situation, settings, [end] { return Clock::now() >= end; });
}

} // namespace referee::gems::sample
