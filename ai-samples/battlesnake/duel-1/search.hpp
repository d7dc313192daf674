#pragma once

/// The search of duel-1: paranoid alpha-beta over whole turns, deepened until the time is up. In a
/// turn our own snake chooses first, then each opponent chooses the step that is worst for us; then
/// the rules apply all steps at once.

#include "battlesnake/lib/opponents.hpp"
#include "battlesnake/lib/sample.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace referee::battlesnake::sample {

/// The value of a state beyond the certain points, in units of 1/10000 of the difference between
/// the best and the worst points.
struct Weights {
    int area = 12;             ///< per cell more than the largest other territory
    int length = 60;           ///< per segment more than the longest other snake, up to max_lead
    int max_lead = 4;          ///< segments
    int food_step = 3;         ///< per step nearer to food
    int hungry_food_step = 20; ///< the same below hungry_health
    int hungry_health = 35;
    int cramped = 40;    ///< per cell of territory less than its own length
    int starving = 3000; ///< food is further away than health lasts
};

struct SearchConfig {
    Weights weights;
    int max_depth = 40;         ///< turns
    int searched_opponents = 2; ///< the nearest; the others go straight on in the search
    bool uses_habits = true;
    /// The weight of points that come with its own death, in percent: the search expects the worst
    /// from its opponents, so nearly any draw would look better than playing on.
    int death_percent = 40;
};

struct SearchResult {
    Direction direction = Direction::up;
    int value = 0;           ///< in the unit of Weights
    int depth = 0;           ///< turns searched completely
    std::uint64_t nodes = 0; ///< turns tried
    /// Where our own head is expected to go, if all opponents choose the answer that is worst for
    /// us.
    std::vector<Cell> line{};
};

/// Searches until `is_late` says so (it is asked every 64 turns tried), always to depth 1 at least.
SearchResult search(
    const Situation& situation, const AllHabits& habits, const SearchConfig& config,
    const std::function<bool()>& is_late);

/// The points that the seat is certain of in this state, from 0 (the worst) to 10000: at the end of
/// the game its share of the places that it ties for, before that the mean of the places still
/// open.
int certain_points(const State& state, int seat, int max_turns, const std::vector<double>& points);

/// The value of a living seat's prospects, in addition to its certain points.
int prospects(const State& state, int seat, const Weights& weights);

} // namespace referee::battlesnake::sample
