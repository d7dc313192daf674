#include "cops/lib/planners.hpp"

#include <algorithm>

namespace referee::cops::sample {
namespace {

Path path_of_cop(const Scene& scene, int cop, Place target) {
    const Ground& ground = scene.ground;
    return shortest_path(
        ground, scene.cop(cop), [&](Place place) { return ground.is_free(place); },
        [&](Place place) { return place == target; });
}

/// The steps of all cops, filled in any order.
class PlanBuilder {
  public:
    explicit PlanBuilder(const Scene& scene)
        : scene_(scene), length_(scene.parameters.plan_length),
          steps_(static_cast<std::size_t>(scene.state.cop_count * length_), Step::wait) {}

    void go(int cop, const Path& path) {
        std::vector<Step> steps;
        append_steps(scene_.ground, scene_.cop(cop), path, length_, steps);
        std::copy(steps.begin(), steps.end(), at(cop));
    }

    /// Goes along the path, waits until `tick` (from 1), then follows the thief's steps.
    void meet(int cop, const Path& path, int tick, const std::vector<Step>& thief) {
        go(cop, path);
        std::copy(thief.begin() + tick, thief.end(), at(cop) + tick);
    }

    CopsPlan take() { return std::move(steps_); }

  private:
    std::vector<Step>::iterator at(int cop) {
        return steps_.begin() + static_cast<std::ptrdiff_t>(cop) * length_;
    }

    const Scene& scene_;
    int length_;
    std::vector<Step> steps_;
};

/// Where the thief would be after each tick of his plan; it ends where he leaves the board.
struct Forecast {
    std::vector<Place> places; ///< [i] after i + 1 ticks
    std::vector<Step> steps;   ///< plan_length of them
};

Forecast forecast(const Scene& scene, const Path& path) {
    Forecast result;
    result.steps = steps_along(scene, path);
    Place at = scene.thief();
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        at = i < path.size() ? path[i] : at;
        if (scene.ground.is_gate(at)) {
            break; // from here on nobody can meet or follow him
        }
        result.places.push_back(at);
    }
    std::fill(
        result.steps.begin() + static_cast<std::ptrdiff_t>(result.places.size()),
        result.steps.end(), Step::wait);
    return result;
}

void predict(const Scene& scene, int cop, const Forecast& thief, PlanBuilder& plan) {
    PlaceMap<int> distances;
    measure_distances(
        scene.ground, {scene.cop(cop)}, distances, static_cast<int>(thief.places.size()));
    for (std::size_t i = 0; i < thief.places.size(); ++i) {
        const int tick = static_cast<int>(i) + 1;
        if (distances[thief.places[i]] <= tick) {
            plan.meet(cop, path_of_cop(scene, cop, thief.places[i]), tick, thief.steps);
            return;
        }
    }
    const Place last = thief.places.empty() ? scene.thief() : thief.places.back();
    plan.go(cop, path_of_cop(scene, cop, last));
}

/// The cop nearest to a target, by steps, among those not yet taken; −1 if none is left or none can
/// get there.
int nearest_free_cop(
    const Scene& scene, const std::vector<bool>& is_taken, const PlaceMap<int>& from_target) {
    int best = -1;
    for (int cop = 0; cop < scene.state.cop_count; ++cop) {
        const int far = from_target[scene.cop(cop)];
        if (!is_taken[static_cast<std::size_t>(cop)] && far < unreached &&
            (best < 0 || far < from_target[scene.cop(best)])) {
            best = cop;
        }
    }
    return best;
}

/// The thief's cell, then the points around him; instead of a point in a wall, his cell again.
std::vector<Place> flanking_targets(const Scene& scene) {
    const Cell thief = scene.state.thief;
    const int max = scene.parameters.size;
    const int far = scene.constants.flank;
    std::vector<Place> targets{scene.thief()};
    for (const auto& [x, y] :
         {std::pair(thief.x + 0, thief.y - far), std::pair(thief.x + far, thief.y + 0),
          std::pair(thief.x + 0, thief.y + far), std::pair(thief.x - far, thief.y + 0)}) {
        const Place target = std::clamp(y, 1, max) * scene.ground.stride() + std::clamp(x, 1, max);
        targets.push_back(scene.ground.is_free(target) ? target : scene.thief());
    }
    while (static_cast<int>(targets.size()) < scene.state.cop_count) {
        targets.push_back(scene.thief()); // more cops than points: the rest chase
    }
    return targets;
}

} // namespace

CopsPlan cops_chase(const Scene& scene) {
    PlanBuilder plan(scene);
    for (int cop = 0; cop < scene.state.cop_count; ++cop) {
        plan.go(cop, path_of_cop(scene, cop, scene.thief()));
    }
    return plan.take();
}

CopsPlan cops_disperse(const Scene& scene) {
    const Ground& ground = scene.ground;
    PlanBuilder plan(scene);
    CostMap entering;
    for (Place place = 0; place < ground.places(); ++place) {
        entering[place] = ground.is_free(place) ? 1 : closed;
    }
    std::vector<bool> is_taken(static_cast<std::size_t>(scene.state.cop_count));
    for (const Place target : flanking_targets(scene)) {
        PlaceMap<int> from_target;
        measure_distances(ground, {target}, from_target);
        const int cop = nearest_free_cop(scene, is_taken, from_target);
        if (cop < 0) {
            continue;
        }
        is_taken[static_cast<std::size_t>(cop)] = true;
        Costs costs;
        a_star(ground, entering, scene.cop(cop), {target}, costs);
        const Path path = costs.path_to(target);
        plan.go(cop, path);
        for (const Place place : path) {
            if (place != scene.thief()) {
                entering[place] += scene.constants.crossing;
            }
        }
    }
    return plan.take();
}

CopsPlan cops_predict(const Scene& scene, ThiefPlanner thief) {
    return cops_predict(scene, thief(scene));
}

CopsPlan cops_predict(const Scene& scene, const Path& thief) {
    PlanBuilder plan(scene);
    const Forecast where = forecast(scene, thief);
    for (int cop = 0; cop < scene.state.cop_count; ++cop) {
        predict(scene, cop, where, plan);
    }
    return plan.take();
}

CopsPlan cops_predict(const Scene& scene) {
    return cops_predict(scene, thief_smart);
}

CopsPlan cops_guard(const Scene& scene, ThiefPlanner thief) {
    return cops_guard(scene, thief(scene));
}

CopsPlan cops_guard(const Scene& scene, const Path& thief) {
    PlanBuilder plan(scene);
    std::vector<bool> is_guard(static_cast<std::size_t>(scene.state.cop_count));
    for (int gate = 0; gate < scene.state.gate_count; ++gate) {
        int best = -1;
        int best_distance = unreached;
        Place best_entrance = 0;
        for (const Place entrance : scene.ground.entrances(scene.state, scene.parameters, gate)) {
            PlaceMap<int> from_entrance;
            // Only a cop that is nearer to this entrance than the best one to its own matters.
            measure_distances(scene.ground, {entrance}, from_entrance, best_distance);
            const int cop = nearest_free_cop(scene, is_guard, from_entrance);
            if (cop >= 0 && from_entrance[scene.cop(cop)] < best_distance) {
                best = cop;
                best_distance = from_entrance[scene.cop(cop)];
                best_entrance = entrance;
            }
        }
        if (best >= 0) {
            is_guard[static_cast<std::size_t>(best)] = true;
            plan.go(best, path_of_cop(scene, best, best_entrance));
        }
    }
    const Forecast where = forecast(scene, thief);
    for (int cop = 0; cop < scene.state.cop_count; ++cop) {
        if (!is_guard[static_cast<std::size_t>(cop)]) {
            predict(scene, cop, where, plan);
        }
    }
    return plan.take();
}

CopsPlan cops_guard(const Scene& scene) {
    return cops_guard(scene, thief_smart);
}

} // namespace referee::cops::sample
