#pragma once

/// voronoi-2: a search over its own and its near opponents' moves with areas as the worth of a
/// position. Own design; README.md of the folder above says how it works.

#include "games/spe_ed/areas.hpp"
#include "spe_ed/voronoi-2/position.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace referee::spe_ed::voronoi_2 {

using Clock = std::chrono::steady_clock;

struct Constants {
    int max_pace = 2;            ///< of spreading, whatever a player's speed is
    double speed_cost = 1;       ///< in cells, times v · (v − 1) / 2: what braking to 1 uses up
    double other_share = 0.5;    ///< the opponent's area counts as much as this part of the own
    int safe_speed = 2;          ///< from faster ones it must be able to brake down to this
    double no_brakes = 400;      ///< in cells, what it costs if it is not
    int max_rivals = 3;          ///< opponents that move in the search, 1 to 3
    int max_rival_distance = 30; ///< in steps; the nearest one always moves
    int chance_rounds = 2;       ///< looked ahead where everything may be lost
    /// Alone it hardly gains by more.
    std::chrono::milliseconds max_time_alone{200};
    int min_depth = 1; ///< rounds, whatever the time is
    int max_depth = 40;
};

struct Choice {
    Action action = Action::change_nothing;
    double value = 0; ///< in cells
    int depth = 0;    ///< rounds looked ahead
    bool is_alone = false;
    bool is_gamble = false;      ///< any action may be answered by one that puts it out
    std::uint64_t positions = 0; ///< valued
};

class Search {
  public:
    explicit Search(const Constants& constants) : constants_(constants) {}
    /// The best action for an active player, by the time `end`.
    Choice choose(const State& state, int me, Clock::time_point end);

  private:
    using ActionOrder = std::array<Action, 5>;
    /// One opponent's answer; the others who move go straight on if they can.
    struct Reply {
        int player = -1;
        Action action = Action::none;
        bool operator==(const Reply&) const = default;
    };
    using Replies = std::array<Reply, 16>;

    double best(int depth, double alpha, double beta, int ply);
    double worst_reply(int depth, double alpha, double beta, int ply, Action own);
    double after(int depth, double alpha, double beta, int ply, Action own, const Reply& reply);
    Actions actions_with(Action own, const Reply& reply) const;
    double value_of(int ply);
    double forced(int rounds, int ply);
    double chance(int rounds, Action* best);
    double value_alone();
    double value_among_others();
    double cost_of(int player) const;
    bool is_late();
    int actions_of(int player, ActionOrder& actions) const;
    int replies_of(int ply, Replies& replies) const;
    bool is_anyone_left() const;

    bool touches_others(const State& state) const;
    void find_rivals(const State& state);
    void begin(const State& state, int me);
    void begin_alone(const State& state);
    void deepen(Choice& choice, Clock::time_point end);

    Constants constants_;
    int me_ = 0;
    Position position_;
    std::vector<int> rivals_; ///< opponents that move in the search, the nearest first
    Clock::time_point end_;
    bool stopped_ = false;
    std::uint64_t positions_ = 0;
    std::array<Action, 64> first_{};      ///< by ply: the action that was best there last
    std::array<Reply, 64> first_reply_{}; ///< by ply: the worst answer there last
    Action root_best_ = Action::change_nothing;
};

} // namespace referee::spe_ed::voronoi_2
