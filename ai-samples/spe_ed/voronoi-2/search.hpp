#pragma once

/// voronoi-2: a search over its own and its near opponents' moves that evaluates positions by area.
/// Own design: ai-samples/spe_ed/README.md, "voronoi-2".

#include "games/spe_ed/learning/areas.hpp"
#include "spe_ed/voronoi-2/position.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace referee::spe_ed::voronoi_2 {

using Clock = std::chrono::steady_clock;

struct Constants {
    int max_pace = 2;            ///< maximum number of cells spread per round, whatever the speed
    double speed_cost = 1;       ///< in cells, times v · (v − 1) / 2: the way to brake to 1
    double other_share = 0.5;    ///< weight of the opponent's area relative to the own
    int safe_speed = 2;          ///< a faster player must be able to brake to this speed
    double no_brakes = 400;      ///< in cells, the cost of not being able to
    int max_rivals = 3;          ///< opponents that move in the search, 1 to 3
    int max_rival_distance = 30; ///< in steps; the nearest one always moves
    int chance_rounds = 2;       ///< rounds searched by forced() and chance()
    /// When it is alone, more time hardly helps.
    std::chrono::milliseconds max_time_alone{200};
    int min_depth = 1; ///< rounds, searched even if the time is over
    int max_depth = 40;
};

struct Choice {
    Action action = Action::change_nothing;
    double value = 0; ///< in cells
    int depth = 0;    ///< rounds searched
    bool is_alone = false;
    bool is_gamble = false;      ///< every action has a reply that eliminates the player
    std::uint64_t positions = 0; ///< evaluated
};

class Search {
  public:
    explicit Search(const Constants& constants) : constants_(constants) {}
    /// The best action for an active player, by the time `end`.
    Choice choose(const State& state, int me, Clock::time_point end);

  private:
    using ActionOrder = std::array<Action, 5>;
    /// One opponent's reply; the other rivals go straight on if they can.
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
    std::array<Action, 64> first_{};      ///< by ply: the last best action, tried first
    std::array<Reply, 64> first_reply_{}; ///< by ply: the last worst reply, tried first
    Action root_best_ = Action::change_nothing;
};

} // namespace referee::spe_ed::voronoi_2
