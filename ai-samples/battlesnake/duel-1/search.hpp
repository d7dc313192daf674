#pragma once

/// The search of duel-1: paranoid alpha-beta over whole turns, deepened until the time is up. In a
/// turn it moves first, then each opponent as it hurts most; then the rules are applied to all at
/// once.

#include "battlesnake/lib/opponents.hpp"
#include "battlesnake/lib/sample.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace referee::battlesnake::sample {

/// The value of a state beyond the points that are certain. Units of 1/10000 of the difference
/// between the best and the worst points.
struct Weights {
    int area = 12;             ///< a cell more than the largest other territory
    int length = 60;           ///< a segment more than the longest other, up to max_lead
    int max_lead = 4;          ///< segments
    int food_step = 3;         ///< a step nearer to food
    int hungry_food_step = 20; ///< the same below hungry_health
    int hungry_health = 35;
    int cramped = 40;    ///< a cell of territory less than one's own length
    int starving = 3000; ///< food is further away than health lasts
};

struct SearchConfig {
    Weights weights;
    int max_depth = 40;         ///< turns
    int searched_opponents = 2; ///< the nearest; the others go straight on in the search
    bool uses_habits = true;
    /// Points that come with its own death count so much, in percent: the search expects the worst
    /// of its opponents, so that nearly any draw would look better than playing on.
    int death_percent = 40;
};

struct SearchResult {
    Direction direction = Direction::up;
    int value = 0;           ///< in the unit of Weights
    int depth = 0;           ///< turns searched completely
    std::uint64_t nodes = 0; ///< turns tried
    /// Where the own head is expected to go, if all opponents answer as it hurts most.
    std::vector<Cell> line{};
};

/// Searches until `is_late` says so (it is asked every 64 turns tried), always to depth 1 at least.
SearchResult search(
    const Situation& situation, const AllHabits& habits, const SearchConfig& config,
    const std::function<bool()>& is_late);

/// The points that this state is certain to bring the seat, from 0 (the worst) to 10000: of an end
/// its share of the places that it has with others of its rank; before it the mean of the places
/// open.
int certain_points(const State& state, int seat, int max_turns, const std::vector<double>& points);

/// The value of a living seat's prospects, in addition to its certain points.
int prospects(const State& state, int seat, const Weights& weights);

} // namespace referee::battlesnake::sample
