#pragma once

/// Evaluation and alpha-beta for those sample AIs that weigh a position up: greedy, depth2, depth3.

#include "gems/lib/sample.hpp"

#include <chrono>
#include <functional>

namespace referee::gems::sample {

/// The value of one unit of each to the player who has it.
struct Weights {
    int life = 60;
    int shield = 15;
    int red = 10; ///< these three are about the damage of a stone: 10, 6, 3 of 15 stones
    int yellow = 6;
    int green = 3;
    int purple = 0;
};

/// The value of a lost game, instead of all other terms.
inline constexpr int lost_value = -2000;

/// The value of the state for a player (0 or 1): its own units minus the opponent's.
int evaluate(const State& state, const Weights& weights, int player);

struct SearchConfig {
    int depth = 1; ///< moves, both players' counted; from 1
    Weights weights;
    /// Whether the first extra turn in a line of moves costs no depth. Only the first, so that the
    /// time stays bounded.
    bool extra_turn_is_free = false;
    /// How much of what a further move of one's own would bring is believed, 1..100: by then
    /// stones that nobody knows yet have fallen in.
    int own_later_percent = 100;
};

/// Iterative deepening to the depth of the settings. `out_of_time` is asked after every move that
/// is tried beyond the first depth; once it says so, the best swap found by then is the answer:
/// that of the last depth done, or a better one of the depth begun. Expects a legal swap to exist.
Choice search(
    const Situation& situation, const SearchConfig& config,
    const std::function<bool()>& out_of_time);

/// How much of a time limit (in ms, 0 for none) to search for; the rest is for the start of the
/// process, its end, and a machine that is busy.
std::chrono::milliseconds time_to_search(int time_limit_ms);

/// search() by the clock, the time counted from now on.
Choice search_in_time(const Situation& situation, const SearchConfig& config);

} // namespace referee::gems::sample
