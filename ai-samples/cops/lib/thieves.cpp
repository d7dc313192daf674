#include "cops/lib/planners.hpp"

#include <algorithm>

namespace referee::cops::sample {
namespace {

/// A thief's cost of entering a cell: 1, more near a cop; closed within `hard_radius`.
void fill_halo(const Scene& scene, int hard_radius, CostMap& costs) {
    const Ground& ground = scene.ground;
    for (Place place = 0; place < ground.places(); ++place) {
        costs[place] = ground.is_free(place) || ground.is_gate(place) ? 1 : closed;
    }
    const int radius = std::max(scene.constants.halo_radius, hard_radius);
    const int last = scene.parameters.size + 1;
    for (int i = 0; i < scene.state.cop_count; ++i) {
        const Cell cop = scene.state.cops[i];
        for (int y = std::max(0, cop.y - radius); y <= std::min(last, cop.y + radius); ++y) {
            const int wide = radius - std::abs(y - cop.y);
            for (int x = std::max(0, cop.x - wide); x <= std::min(last, cop.x + wide); ++x) {
                const int far = std::abs(x - cop.x) + std::abs(y - cop.y);
                int& cost = costs[y * ground.stride() + x];
                if (cost == closed) {
                    continue;
                }
                if (far <= hard_radius) {
                    cost = closed;
                } else if (far <= scene.constants.halo_radius) {
                    cost += scene.constants.halo_weight * (scene.constants.halo_radius + 1 - far);
                }
            }
        }
    }
}

} // namespace

std::vector<Place> Scene::all_cops() const {
    std::vector<Place> places;
    for (int i = 0; i < state.cop_count; ++i) {
        places.push_back(cop(i));
    }
    return places;
}

Path thief_gate(const Scene& scene) {
    const Ground& ground = scene.ground;
    const std::vector<Place> cops = scene.all_cops();
    return shortest_path(
        ground, scene.thief(),
        [&](Place place) {
            return ground.is_gate(place) ||
                   (ground.is_free(place) &&
                    std::find(cops.begin(), cops.end(), place) == cops.end());
        },
        [&](Place place) { return ground.is_gate(place); });
}

Path thief_gatehalo(const Scene& scene) {
    CostMap entering;
    Costs costs;
    if (scene.constants.hard_radius >= 0) {
        fill_halo(scene, scene.constants.hard_radius, entering);
        const Place hard =
            a_star(scene.ground, entering, scene.thief(), scene.ground.gate_places(), costs);
        if (hard >= 0 && !scene.ground.gate_places().empty()) {
            return costs.path_to(hard);
        }
    }
    if (scene.ground.gate_places().empty()) {
        return {};
    }
    fill_halo(scene, -1, entering);
    const Place goal =
        a_star(scene.ground, entering, scene.thief(), scene.ground.gate_places(), costs);
    return goal < 0 ? Path() : costs.path_to(goal);
}

Path thief_away(const Scene& scene) {
    const Ground& ground = scene.ground;
    PlaceMap<int> from_cops;
    measure_distances(ground, scene.all_cops(), from_cops);
    CostMap entering;
    Costs costs;
    fill_halo(scene, -1, entering);
    for (const Place gate : ground.gate_places()) {
        entering[gate] = closed; // a thief in a gate has left the board
    }
    a_star(ground, entering, scene.thief(), {}, costs);
    Place best = scene.thief();
    for (int y = 1; y <= ground.size(); ++y) {
        for (int x = 1; x <= ground.size(); ++x) {
            const Place place = y * ground.stride() + x;
            if (ground.is_free(place) && costs.of(place) != unreached &&
                (from_cops[place] > from_cops[best] ||
                 (from_cops[place] == from_cops[best] && costs.of(place) < costs.of(best)))) {
                best = place;
            }
        }
    }
    return costs.path_to(best);
}

Path thief_smart(const Scene& scene) {
    Path path = thief_gatehalo(scene);
    if (path.empty()) {
        return thief_away(scene);
    }
    // If the nearest cop is far enough, all cops are.
    PlaceMap<int> from_cops;
    measure_distances(scene.ground, scene.all_cops(), from_cops);
    for (std::size_t i = 1; i < path.size(); ++i) { // the last cell is the gate, not an inner cell
        if (from_cops[path[i - 1]] <= static_cast<int>(i) + scene.constants.margin) {
            return thief_away(scene);
        }
    }
    return path;
}

Path path_of_thief(const Scene& scene, const std::vector<Step>& steps) {
    const Ground& ground = scene.ground;
    Path path;
    Place at = scene.thief();
    for (const Step step : steps) {
        const Place to = step == Step::wait ? at : at + ground.offset(static_cast<int>(step));
        at = ground.is_free(to) || ground.is_gate(to) ? to : at;
        path.push_back(at);
        if (ground.is_gate(at)) {
            break;
        }
    }
    return path;
}

std::vector<Step> steps_along(const Scene& scene, const Path& path) {
    std::vector<Step> steps;
    append_steps(scene.ground, scene.thief(), path, scene.parameters.plan_length, steps);
    return steps;
}

} // namespace referee::cops::sample
