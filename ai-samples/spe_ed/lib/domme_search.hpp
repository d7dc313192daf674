#pragma once

/// The search of the DommeAI: breadth-first over its own moves, on a board with the enemies' next
/// moves marked; it counts the moves that are left. ai-samples/spe_ed/README.md, "domme".

#include "spe_ed/lib/domme_terrain.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace referee::spe_ed::domme {

using Clock = std::chrono::steady_clock;

/// All constants of the paper, and the memory that a search may take.
struct Constants {
    double gamma = 0.5; ///< weight of a move relative to one in the previous layer
    double deadend_bias = 500;
    int deadend_limit = 14;
    int safe_zone_limit = 35;
    int safe_zone_distance = 20;
    double safe_zone_bias = 0.5;
    double time_buffer = 0.3;            ///< seconds before the deadline at which it stops
    int min_layers = 5;                  ///< opened even if the time is over
    std::uint32_t max_jobs = 40'000'000; ///< of 12 bytes each
    bool always_keeps = false; ///< decide_further() keeps the tree even if no jump is planned
};

/// Its own order of actions: ties go to the first.
inline constexpr std::array<Action, 5> action_order{
    Action::speed_up, Action::slow_down, Action::change_nothing, Action::turn_left,
    Action::turn_right};
inline constexpr std::size_t action_count = action_order.size();
using Values = std::array<double, action_count>;

/// When a search ends.
struct Limit {
    std::optional<std::size_t> layers; ///< number of complete layers, if the tree has that many
    Clock::time_point deadline{};      ///< used only if `layers` is not set
};

struct Decision {
    Action action = Action::change_nothing;
    Values values{}; ///< in action_order; −1: leads nowhere. Meaningless unless has_values is set
    bool has_values = false; ///< false: there was no first move at all
    int de = 0;
    bool is_deadend = false;
    bool is_safe_zone = false;
    bool fallback = false; ///< searched without the marks of enemies' moves
    std::size_t layers = 0;
    std::optional<int> jump;     ///< rounds until a jump out of a dead end
    std::uint64_t jobs = 0;      ///< expanded
    std::uint64_t kept_jobs = 0; ///< kept from the last move
};

/// A node of the tree: a reachable place. 12 bytes, because there are millions of them.
struct Job {
    std::uint32_t parent;
    std::int16_t distance; ///< free cells ahead; below 0: unknown, every cell is tested
    std::uint16_t place;
    std::uint16_t direction : 2;
    std::uint16_t speed : 4;
    std::uint16_t first : 3;  ///< index of the first action
    std::uint16_t turns : 3;  ///< 2 plus the equal turns in a row, from −2 (left) to +2 (right)
    std::uint16_t checks : 2; ///< the check counter; 3 means 3 or more
};

inline Direction direction_of(const Job& job) {
    return static_cast<Direction>(job.direction);
}

class Search {
  public:
    explicit Search(const Constants& constants);

    /// Decides for an active player.
    Decision decide(const State& state, int me, const Limit& limit);

    /// As above, but continues the last search if the state is the one that its decision led to and
    /// a jump was planned; otherwise starts a new one. See domme_keep_tree.cpp.
    Decision decide_further(const State& state, int me, const Limit& limit);

  private:
    void look_around(const State& state, int me, Decision& decision) const;
    void begin(const State& state, int me);
    void search(const Limit& limit, Decision& decision);
    bool keep(const State& state, int me);
    std::uint32_t root_of(const Player& own) const;
    bool must_stop(const Limit& limit) const;
    void expand(std::uint32_t index);
    template <bool sees_own>
    void go_straight(std::uint32_t index, const Job& job, bool has_holes);
    template <bool sees_own>
    void turn(std::uint32_t index, const Job& job, bool has_holes, bool to_left);
    void succeed(std::uint32_t index, Job child, std::size_t action);
    void weigh_jump(const Job& from, const Job& child, std::size_t depth);
    void follow_path(std::uint32_t index);
    void mark(std::uint32_t index, std::size_t depth, int change);
    template <bool sees_own>
    bool is_free(int place) const;
    bool has_holes(std::size_t depth) const {
        return (round_ + static_cast<int>(depth)) % hole_period == 0;
    }
    void decide(Decision& decision) const;

    Constants constants_;
    std::unique_ptr<Job[]> jobs_;
    std::uint32_t job_count_ = 0;
    std::uint32_t next_ = 0;      ///< the first job that is not yet expanded
    std::uint32_t layer_end_ = 0; ///< where the layer of `next_` ends
    std::size_t depth_ = 0;       ///< of the layer
    std::vector<Values> log_;     ///< by layer and first action
    double gain_ = 1;             ///< weight of a move in this layer
    int round_ = 0;
    std::optional<Terrain> terrain_;
    std::array<int, 2> side_runs_{}; ///< at the start, left and right
    bool is_deadend_ = false;
    std::array<std::optional<int>, action_count> jumps_;
    /// The own cells of one path of the tree, and that path: jobs by depth.
    std::vector<std::uint8_t> own_;
    std::vector<std::uint32_t> path_;
    std::vector<std::uint32_t> chain_;
    /// First action of the last decision, if decide_further() is to keep its tree.
    std::optional<std::size_t> chosen_;
    int player_ = -1;
};

} // namespace referee::spe_ed::domme
