#include "spe_ed/lib/domme_search.hpp"

#include <algorithm>

namespace referee::spe_ed::domme {
namespace {

enum ActionIndex : std::size_t { speed_up, slow_down, change_nothing, turn_left, turn_right };

constexpr int no_turns = 2; ///< zero of the counter of equal turns, which must not be negative
constexpr int max_turns = 2;
constexpr int checks_for_turns = 2;    ///< check counter from which turns see the own cells
constexpr int checks_for_straight = 3; ///< check counter from which straight moves see them
constexpr std::int16_t unknown_distance = -1;
constexpr std::uint32_t clock_period = 64; ///< jobs between two checks of the clock

/// Distances matter only if they are larger than a speed, so all negative ones are equivalent.
std::int16_t distance_of(int value) {
    return static_cast<std::int16_t>(std::max<int>(value, unknown_distance));
}

} // namespace

Search::Search(const Constants& constants)
    : constants_(constants), jobs_(std::make_unique_for_overwrite<Job[]>(constants.max_jobs)) {}

Decision Search::decide(const State& state, int me, const Limit& limit) {
    Decision decision;
    terrain_.emplace(Terrain::with_enemies(state, me));
    look_around(state, me, decision);
    begin(state, me);
    search(limit, decision);
    if (job_count_ == 1) { // no first move: perhaps the enemies move elsewhere
        decision.fallback = true;
        terrain_.emplace(state.board);
        begin(state, me);
        search(limit, decision);
    }
    decide(decision);
    return decision;
}

void Search::look_around(const State& state, int me, Decision& decision) const {
    const Player& own = state.players[me];
    decision.de =
        terrain_->outlook(terrain_->place(own.x, own.y), own.direction, constants_.safe_zone_limit);
    decision.is_deadend = decision.de < constants_.deadend_limit;
    decision.is_safe_zone = decision.de > constants_.safe_zone_limit &&
                            nearest_enemy(state, me) > constants_.safe_zone_distance;
}

void Search::begin(const State& state, int me) {
    const Player& own = state.players[me];
    const int place = terrain_->place(own.x, own.y);
    Job root{};
    root.distance = static_cast<std::int16_t>(terrain_->run(place, own.direction));
    root.place = static_cast<std::uint16_t>(place);
    root.direction = static_cast<std::uint16_t>(own.direction) & 3U;
    root.speed = static_cast<std::uint16_t>(own.speed) & 15U;
    root.turns = no_turns;
    jobs_[0] = root;
    side_runs_ = {
        terrain_->run(place, left_of(own.direction)),
        terrain_->run(place, right_of(own.direction))};
    job_count_ = 1;
    next_ = 0;
    layer_end_ = 1;
    depth_ = 0;
    gain_ = 1;
    log_.clear();
    jumps_ = {};
    round_ = state.round;
    player_ = me;
    own_.assign(static_cast<std::size_t>(terrain_->place_count()), 0);
    path_.assign(1, 0);
}

bool Search::must_stop(const Limit& limit) const {
    if (job_count_ + action_count > constants_.max_jobs) {
        return true;
    }
    if (limit.layers) {
        return depth_ == *limit.layers;
    }
    if (log_.size() < static_cast<std::size_t>(constants_.min_layers) ||
        next_ % clock_period != 0) {
        return false;
    }
    const std::chrono::duration<double> left = limit.deadline - Clock::now();
    return left.count() < constants_.time_buffer;
}

void Search::search(const Limit& limit, Decision& decision) {
    is_deadend_ = decision.is_deadend;
    const std::uint32_t first = next_;
    for (; next_ < job_count_; ++next_) {
        if (next_ == layer_end_) {
            ++depth_;
            gain_ *= constants_.gamma;
            layer_end_ = job_count_;
        }
        if (log_.size() == depth_) {
            log_.push_back({}); // the first job of a depth opens its layer
        }
        if (must_stop(limit)) {
            break;
        }
        expand(next_);
    }
    decision.jobs += next_ - first;
}

void Search::decide(Decision& decision) const {
    decision.layers = log_.size();
    if (job_count_ == 1) {
        return;
    }
    decision.has_values = true;
    for (std::size_t action = 0; action < action_count; ++action) {
        double& sum = decision.values[action];
        for (std::size_t layer = 0; layer + 1 < log_.size(); ++layer) {
            double value = log_[layer][action];
            if (layer == 0 && decision.is_safe_zone && action == slow_down) {
                value *= 1 + constants_.safe_zone_bias;
            }
            if (layer == 0 && decision.is_safe_zone && action == speed_up) {
                value *= 1 - constants_.safe_zone_bias;
            }
            sum += value;
        }
        if (log_[log_.size() - 2][action] == 0) {
            sum = -1;
        }
    }
    const auto best = std::max_element(decision.values.begin(), decision.values.end());
    const auto index = static_cast<std::size_t>(best - decision.values.begin());
    decision.action = action_order[index];
    decision.jump = jumps_[index];
}

template <bool sees_own>
bool Search::is_free(int place) const {
    return terrain_->is_free(place) && (!sees_own || own_[place] == 0);
}

void Search::expand(std::uint32_t index) {
    const Job job = jobs_[index];
    const bool holes = has_holes(depth_);
    const bool turns_see_own = job.checks >= checks_for_turns;
    if (turns_see_own) {
        follow_path(index);
    }
    if (job.checks >= checks_for_straight) {
        go_straight<true>(index, job, holes);
    } else {
        go_straight<false>(index, job, holes);
    }
    for (const bool to_left : {true, false}) {
        if (turns_see_own) {
            turn<true>(index, job, holes, to_left);
        } else {
            turn<false>(index, job, holes, to_left);
        }
    }
}

template <bool sees_own>
void Search::go_straight(std::uint32_t index, const Job& job, bool has_holes) {
    const int ahead = terrain_->step(direction_of(job));
    const int place = job.place;
    const int speed = job.speed;
    if (!is_free<sees_own>(place + ahead)) {
        return;
    }
    bool slower = speed > min_speed;
    bool same = true;
    bool faster = speed < max_speed;
    if (job.distance <= speed) {
        for (int offset = 2; !has_holes && offset <= speed - 2; ++offset) {
            if (!is_free<sees_own>(place + offset * ahead)) {
                return;
            }
        }
        slower = slower && is_free<sees_own>(place + (speed - 1) * ahead);
        same = (has_holes || speed == 1 || slower) &&
               (speed == 1 || is_free<sees_own>(place + speed * ahead));
        faster = faster && (has_holes || same) && is_free<sees_own>(place + (speed + 1) * ahead);
    }
    Job child = job;
    child.turns = no_turns;
    const auto go_on = [&](int new_speed, std::size_t action) {
        child.speed = static_cast<std::uint16_t>(new_speed) & 15U;
        child.place = static_cast<std::uint16_t>(place + new_speed * ahead);
        child.distance = distance_of(job.distance - new_speed);
        succeed(index, child, action);
    };
    if (slower) {
        go_on(speed - 1, slow_down);
    }
    if (same) {
        go_on(speed, change_nothing);
    }
    if (faster) {
        go_on(speed + 1, speed_up);
    }
}

template <bool sees_own>
void Search::turn(std::uint32_t index, const Job& job, bool has_holes, bool to_left) {
    const int turns = job.turns - no_turns;
    if (turns == (to_left ? -max_turns : max_turns)) {
        return; // a third one would be a circle
    }
    const Direction direction = to_left ? left_of(direction_of(job)) : right_of(direction_of(job));
    const int ahead = terrain_->step(direction);
    const int speed = job.speed;
    const int head = job.place + speed * ahead;
    if (!is_free<sees_own>(head) || !is_free<sees_own>(job.place + ahead)) {
        return;
    }
    for (int offset = 2; !has_holes && offset < speed; ++offset) {
        if (!is_free<sees_own>(job.place + offset * ahead)) {
            return;
        }
    }
    Job child = job;
    child.direction = static_cast<std::uint16_t>(direction) & 3U;
    child.place = static_cast<std::uint16_t>(head);
    const bool follows_other_side = to_left ? turns > 0 : turns < 0;
    if (!follows_other_side && job.checks < checks_for_straight) {
        child.checks = (job.checks + 1U) & 3U;
    }
    const int new_turns = to_left ? std::min(turns - 1, -1) : std::max(turns + 1, 1);
    child.turns = static_cast<std::uint16_t>(new_turns + no_turns) & 7U;
    if (depth_ == 0) {
        child.distance = distance_of(side_runs_[to_left ? 0 : 1] - speed);
    } else {
        child.distance =
            sees_own ? unknown_distance : static_cast<std::int16_t>(terrain_->run(head, direction));
    }
    succeed(index, child, to_left ? turn_left : turn_right);
}

void Search::succeed(std::uint32_t index, Job child, std::size_t action) {
    child.parent = index;
    if (depth_ == 0) {
        child.first = action & 7U;
    }
    log_[depth_][child.first] += gain_;
    if (is_deadend_) {
        weigh_jump(jobs_[index], child, depth_);
    }
    jobs_[job_count_++] = child;
}

void Search::weigh_jump(const Job& from, const Job& child, std::size_t depth) {
    double& value = log_[0][child.first];
    if (value != 1 || child.speed < min_hole_speed) {
        return;
    }
    const int ahead = terrain_->step(direction_of(child));
    bool crosses = false;
    for (int offset = 2; offset < child.speed; ++offset) {
        crosses = crosses || !terrain_->is_free(from.place + offset * ahead);
    }
    if (crosses && terrain_->outlook(child.place, direction_of(child), constants_.deadend_limit) >=
                       constants_.deadend_limit) {
        value += constants_.deadend_bias;
        jumps_[child.first] = static_cast<int>(depth);
    }
}

/// Makes `own_` hold the own cells of this job. Jobs that follow one another mostly share all but
/// the last steps, so only these are changed.
void Search::follow_path(std::uint32_t index) {
    chain_.resize(depth_ + 1);
    std::size_t depth = depth_;
    std::uint32_t at = index;
    while (depth >= path_.size() || path_[depth] != at) { // all paths have the root in common
        chain_[depth--] = at;
        at = jobs_[at].parent;
    }
    while (path_.size() > depth + 1) {
        mark(path_.back(), path_.size() - 1, -1);
        path_.pop_back();
    }
    while (path_.size() <= depth_) {
        path_.push_back(chain_[path_.size()]);
        mark(path_.back(), path_.size() - 1, 1);
    }
}

/// Adds the cells of a job's last move to the own cells (+1) or removes them (−1).
void Search::mark(std::uint32_t index, std::size_t depth, int change) {
    const Job& job = jobs_[index];
    const Job& parent = jobs_[job.parent];
    const int ahead = terrain_->step(direction_of(job));
    const bool holes = has_holes(depth - 1);
    const auto add = [&](int offset) {
        std::uint8_t& count = own_[parent.place + offset * ahead];
        count = static_cast<std::uint8_t>(count + change);
    };
    // A straight move leaves out the cells in between: the published program forgets them.
    const bool is_turn = job.direction != parent.direction;
    const int last = is_turn ? job.speed - 1 : parent.speed - 2;
    add(1);
    for (int offset = 2; !holes && offset <= last; ++offset) {
        add(offset);
    }
    add(job.speed);
}

} // namespace referee::spe_ed::domme
