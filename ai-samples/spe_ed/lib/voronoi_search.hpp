#pragma once

/// voronoi: a search over its own and its nearest opponent's moves with areas as the worth of a
/// position. Own design; README.md beside this file says how it works.

#include "spe_ed/lib/voronoi_area.hpp"

#include <array>
#include <chrono>
#include <cstdint>

namespace referee::spe_ed::voronoi {

using Clock = std::chrono::steady_clock;

struct Constants {
    int max_pace = 2;         ///< of spreading, whatever a player's speed is
    double speed_cost = 1;    ///< in cells, times v · (v − 1) / 2: what braking to 1 uses up
    double other_share = 0.5; ///< the opponent's area counts as much as this part of the own
    int safe_speed = 2;       ///< from faster ones it must be able to brake down to this
    double no_brakes = 400;   ///< in cells, what it costs if it is not
    int min_depth = 1;        ///< rounds, whatever the time is
    int max_depth = 40;
};

struct Choice {
    Action action = Action::change_nothing;
    double value = 0; ///< in cells
    int depth = 0;    ///< rounds looked ahead
    bool is_alone = false;
    std::uint64_t positions = 0; ///< valued
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
    int rival_ = -1; ///< the opponent that moves in the search, or none
    Clock::time_point end_;
    bool stopped_ = false;
    std::uint64_t positions_ = 0;
    std::array<Action, 64> first_{}; ///< by ply: the action that was best there last
    Action root_best_ = Action::change_nothing;
};

} // namespace referee::spe_ed::voronoi
