#pragma once

/// Races among AIs of known strengths, for tests.

#include "tournament/plan/plan.hpp"

#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace racing {

/// In Elo; the best first.
using Strengths = std::vector<double>;

/// By two AIs: Elo that the row's has more against the column's than strengths say. Empty: none.
using Edges = std::vector<std::vector<double>>;

struct Setup {
    Strengths strengths;
    int top = 1;
    int fields = 1000;
    std::uint64_t seed = 0;
    int seats = 2;
    Edges edges{}; ///< only with two seats
};

struct Outcome {
    referee::Race race;
    bool is_final = false;
    std::vector<std::pair<int, std::vector<int>>> matches; ///< field and group, by index
};

/// Plays a race; `workers` matches at a time, of which one drawn by `order` ends next. What comes
/// of a match depends on the field and the group only.
Outcome race(const Setup& setup, std::uint64_t config = 1, std::size_t workers = 40);

struct Simulation {
    int wrong = 0; ///< races with any wrong decision; of AIs tied at the border each is wrong
    int undecided = 0;
    int by_shares = 0; ///< races that left ratings
    double median_games = 0;
    std::pair<double, double> games_of_tenths; ///< exceeded by nine in ten races, and by one in ten
    /// Had all played on on as many fields as it took.
    double median_without_stops = 0;
};

/// Strengths drawn from a normal distribution, again until the first of those outside of the best
/// `top` is at least `gap` below the last of those inside.
Strengths drawn(int ais, int top, double deviation, double gap, std::mt19937_64& generator);

/// Races for two seats among AIs with such strengths, the best first; `draw` is called for each
/// race.
Simulation simulate(int races, int top, int fields, const std::function<Strengths()>& draw);

/// Races in which AIs beat one another in circles: those of style 0 beat style 1, these style 2,
/// and these style 0, by `edge` Elo more than strengths say. AI i has style i mod 3, strengths are
/// `step` Elo apart. The best are those with the largest mean score against all others.
Simulation simulate_styles(int races, int ais, int top, int fields, double edge, double step);

/// Races among AIs with strengths as drawn(), where each two differ besides by a deviation of
/// `edge` Elo, drawn for each race.
Simulation
simulate_pairs(int races, int ais, int top, int fields, double deviation, double gap, double edge);

} // namespace racing
