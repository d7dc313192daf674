#pragma once

/// Evaluation and alpha-beta for the sample AIs that evaluate positions: greedy, depth2, depth3.

#include "gems/lib/sample.hpp"

#include <chrono>
#include <functional>

namespace referee::gems::sample {

/// The value of one unit of each to the player who has it.
struct Weights {
    int life = 60;
    int shield = 15;
    int red = 10; ///< these three follow the damage per stone: 10, 6, 3 per 15 stones
    int yellow = 6;
    int green = 3;
    int purple = 0;
};

/// The value of a lost game, instead of all other terms.
inline constexpr int lost_value = -2000;

/// The value of the state for a player (0 or 1): its own units minus the opponent's.
int evaluate(const State& state, const Weights& weights, int player);

struct SearchConfig {
    int depth = 1; ///< in moves of both players; from 1
    Weights weights;
    /// Whether the first extra turn in a line of moves costs no depth. Only the first, so that the
    /// time stays bounded.
    bool extra_turn_is_free = false;
    /// How much of the gain of a further own move counts, 1..100 percent: by then unknown stones
    /// have fallen in.
    int own_later_percent = 100;
};

/// Iterative deepening to the depth of the settings. `out_of_time` is asked after every move that
/// is tried beyond the first depth; once it says so, the best swap found by then is the answer:
/// that of the last finished depth, or a better one of the unfinished depth. Expects a legal swap
/// to exist.
Choice search(
    const Situation& situation, const SearchConfig& config,
    const std::function<bool()>& out_of_time);

/// How much of a time limit (in ms, 0 for none) to use for the search; the rest is for the start
/// and end of the process, and for a busy machine.
std::chrono::milliseconds time_to_search(int time_limit_ms);

/// search() limited by the clock, counted from now.
Choice search_in_time(const Situation& situation, const SearchConfig& config);

} // namespace referee::gems::sample
