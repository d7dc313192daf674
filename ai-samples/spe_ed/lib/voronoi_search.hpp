#pragma once

/// voronoi: a search over its own and its nearest opponent's moves that evaluates positions by
/// area. Own design: ai-samples/spe_ed/README.md, "voronoi".

#include "spe_ed/lib/voronoi_area.hpp"

#include <array>
#include <chrono>
#include <cstdint>

namespace referee::spe_ed::voronoi {

using Clock = std::chrono::steady_clock;

struct Constants {
    int max_pace = 2;         ///< maximum number of cells spread per round, whatever the speed
    double speed_cost = 1;    ///< in cells, times v · (v − 1) / 2: the way to brake to 1
    double other_share = 0.5; ///< weight of the opponent's area relative to the own
    int safe_speed = 2;       ///< a faster player must be able to brake to this speed
    double no_brakes = 400;   ///< in cells, the cost of not being able to
    int min_depth = 1;        ///< rounds, searched even if the time is over
    int max_depth = 40;
};

struct Choice {
    Action action = Action::change_nothing;
    double value = 0; ///< in cells
    int depth = 0;    ///< rounds searched
    bool is_alone = false;
    std::uint64_t positions = 0; ///< evaluated
};

class Search {
  public:
    explicit Search(const Constants& constants) : constants_(constants) {}
    /// The best action for an active player, by the time `end`.
    Choice choose(const State& state, int me, Clock::time_point end);

  private:
    using ActionOrder = std::array<Action, 5>;

    double best(State& state, int depth, double alpha, double beta, int ply);
    double reply(State& state, int depth, double alpha, double beta, int ply, Actions& actions);
    double value_of(const State& state, int ply);
    double cost_of(const State& state, int player) const;
    bool is_late();
    int actions_of(const State& state, int player, ActionOrder& actions) const;
    void leave_out_others(State& state) const;

    Constants constants_;
    AreaMap map_;
    int me_ = 0;
    int rival_ = -1; ///< the opponent that moves in the search, −1 if none
    Clock::time_point end_;
    bool stopped_ = false;
    std::uint64_t positions_ = 0;
    std::array<Action, 64> first_{}; ///< by ply: the last best action, tried first
    Action root_best_ = Action::change_nothing;
};

} // namespace referee::spe_ed::voronoi
