// Search::decide_further(): keeps the tree of the last move, without its other first moves and
// without the branches that enemies have blocked since, and continues to grow it. So a planned
// jump isn't forgotten when the next deadline is too short to find it again.

#include "spe_ed/lib/domme_search.hpp"

#include <algorithm>
#include <limits>

namespace referee::spe_ed::domme {
namespace {

constexpr std::uint32_t dropped = std::numeric_limits<std::uint32_t>::max();

/// Whether a move is possible on this terrain: all cells that it writes must be free.
bool is_open(const Terrain& terrain, int place, Direction direction, int speed, bool has_holes) {
    const int ahead = terrain.step(direction);
    if (!has_holes || speed < min_hole_speed) {
        return terrain.run(place, direction) >= speed;
    }
    return terrain.is_free(place + ahead) && terrain.is_free(place + speed * ahead);
}

/// The index in action_order of the action that leads from one job to the other.
std::size_t action_between(const Job& from, const Job& to) {
    if (from.direction != to.direction) {
        const auto direction = static_cast<Direction>(from.direction);
        return static_cast<Direction>(to.direction) == left_of(direction) ? 3 : 4;
    }
    return to.speed > from.speed ? 0 : to.speed < from.speed ? 1 : 2;
}

/// The first moves that are possible now, as bits by action_order.
unsigned open_moves(const Terrain& terrain, const Player& own, bool has_holes) {
    unsigned moves = 0;
    for (std::size_t i = 0; i < action_count; ++i) {
        const Action action = action_order[i];
        const int speed = own.speed + (action == Action::speed_up) - (action == Action::slow_down);
        const Direction direction = action == Action::turn_left    ? left_of(own.direction)
                                    : action == Action::turn_right ? right_of(own.direction)
                                                                   : own.direction;
        if (speed >= min_speed && speed <= max_speed &&
            is_open(terrain, terrain.place(own.x, own.y), direction, speed, has_holes)) {
            moves |= 1U << i;
        }
    }
    return moves;
}

/// 1, x, x², …
std::vector<double> powers_of(double x, std::size_t count) {
    std::vector<double> powers(count, 1);
    for (std::size_t i = 1; i < count; ++i) {
        powers[i] = powers[i - 1] * x;
    }
    return powers;
}

/// A bit for each action with a positive value.
unsigned moves_with(const Values& values) {
    unsigned moves = 0;
    for (std::size_t i = 0; i < action_count; ++i) {
        moves |= values[i] > 0 ? 1U << i : 0U;
    }
    return moves;
}

} // namespace

Decision Search::decide_further(const State& state, int me, const Limit& limit) {
    Decision decision;
    const bool follows = chosen_ && player_ == me && state.round == round_ + 1;
    if (follows && terrain_) {
        terrain_.emplace(Terrain::with_enemies(state, me));
        look_around(state, me, decision);
        is_deadend_ = decision.is_deadend;
    }
    if (follows && keep(state, me)) {
        decision.kept_jobs = job_count_;
        search(limit, decision);
        decide(decision);
    } else {
        decision = decide(state, me, limit);
    }
    chosen_.reset();
    const bool has_plan = decision.jump || constants_.always_keeps;
    if (decision.has_values && !decision.fallback && has_plan) {
        const auto at = std::find(action_order.begin(), action_order.end(), decision.action);
        chosen_ = static_cast<std::size_t>(at - action_order.begin());
    }
    return decision;
}

/// The job of the chosen first move, if it led to the player's present position; otherwise
/// `dropped`.
std::uint32_t Search::root_of(const Player& own) const {
    std::uint32_t root = 1;
    while (root < job_count_ && jobs_[root].parent == 0 && jobs_[root].first != *chosen_) {
        ++root;
    }
    const bool is_it = root < job_count_ && jobs_[root].parent == 0 &&
                       jobs_[root].place == terrain_->place(own.x, own.y) &&
                       jobs_[root].speed == own.speed && direction_of(jobs_[root]) == own.direction;
    return is_it ? root : dropped;
}

/// Moves the kept jobs to the front, in their order, so that parents stay before their children and
/// layers stay contiguous. False if there is nothing worth keeping.
bool Search::keep(const State& state, int me) {
    const Player& own = state.players[me];
    const std::uint32_t root = root_of(own);
    if (depth_ < 2 || root == dropped) {
        return false;
    }
    ++round_;
    std::vector<std::uint32_t> moved(job_count_, dropped);
    const std::vector<double> gains = powers_of(constants_.gamma, depth_ + 1);
    log_.assign(depth_, {});
    jumps_ = {};
    moved[root] = 0;
    std::uint32_t count = 1;
    std::uint32_t next = 0;
    std::uint32_t layer_end = 0;
    std::size_t depth = 1;         // of job i in the old tree
    std::uint32_t layer_begin = 1; // its layer's first job
    jobs_[0] = jobs_[root];
    for (std::uint32_t i = root + 1; i < job_count_; ++i) {
        if (jobs_[i].parent >= layer_begin) {
            ++depth;
            layer_begin = i;
        }
        next = i == next_ ? count : next;
        layer_end = i == layer_end_ ? count : layer_end;
        const std::uint32_t parent = jobs_[i].parent == 0 ? dropped : moved[jobs_[i].parent];
        if (parent == dropped) {
            continue;
        }
        Job job = jobs_[i];
        const Job& from = jobs_[parent];
        const std::size_t layer = depth - 2; // in which its move is counted now
        if (!is_open(*terrain_, from.place, direction_of(job), job.speed, has_holes(layer))) {
            continue;
        }
        job.first = (parent == 0 ? action_between(from, job) : from.first) & 7U;
        job.parent = parent;
        if (job.distance >= 0) {
            job.distance = static_cast<std::int16_t>(terrain_->run(job.place, direction_of(job)));
        }
        log_[layer][job.first] += gains[layer];
        if (is_deadend_) {
            weigh_jump(from, job, layer);
        }
        moved[i] = count;
        jobs_[count++] = job;
    }
    layer_end_ = layer_end_ == job_count_ ? count : layer_end;
    job_count_ = count;
    next_ = next;
    --depth_;
    gain_ = gains[depth_];
    own_.assign(static_cast<std::size_t>(terrain_->place_count()), 0);
    path_.assign(1, 0);
    // False, so that a new search begins, if there is nothing left to expand, or if the old tree
    // has no branch for a first move.
    return next_ > 0 && next_ < job_count_ && next_ < layer_end_ &&
           moves_with(log_[0]) == open_moves(*terrain_, own, has_holes(0));
}

} // namespace referee::spe_ed::domme
