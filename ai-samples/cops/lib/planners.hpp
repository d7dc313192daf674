#pragma once

/// The plans of the lecture's thieves and policemen, on the board as it is now. All are pure
/// functions. Each AI uses one of them for each role: ai-samples/cops/README.md, "AIs for cops".

#include "cops/lib/a_star.hpp"

#include <string_view>
#include <vector>

namespace referee::cops::sample {

/// The planners' constants, which can be tuned; each is an option of the programs.
struct Constants {
    int halo_weight = 3; ///< a cell at distance d from a cop costs weight · (radius + 1 − d) more
    int halo_radius = 4; ///< beyond this distance a cop adds no cost
    int hard_radius =
        -1; ///< cells within this distance of a cop are closed if a path is left; −1: none
    int margin = 1;   ///< smart: every cop must be farther from the i-th cell than i + margin
    int flank = 3;    ///< disperse: distance of the targets from the thief
    int crossing = 3; ///< disperse: additional cost of a cell on an earlier cop's path
};

/// The board to plan on.
struct Scene {
    const State& state;
    const Parameters& parameters;
    const Constants& constants;
    Ground ground;

    Scene(const State& its_state, const Parameters& its_parameters, const Constants& its_constants)
        : state(its_state), parameters(its_parameters), constants(its_constants),
          ground(its_state, its_parameters) {}
    Place thief() const { return ground.place(state.thief); }
    Place cop(int index) const { return ground.place(state.cops[index]); }
    std::vector<Place> all_cops() const;
};

// Thieves return the path that they want to take; only its last cell can be a gate.

/// To the nearest gate, around walls and cops.
Path thief_gate(const Scene& scene);
/// To the gate with the cheapest path, where cells near cops cost more.
Path thief_gatehalo(const Scene& scene);
/// Where the nearest cop is farthest away.
Path thief_away(const Scene& scene);
/// To a gate if no cop can cut off the path, otherwise away.
Path thief_smart(const Scene& scene);

using ThiefPlanner = Path (*)(const Scene&);

/// The steps of policemen: plan_length for each cop, in order.
using CopsPlan = std::vector<Step>;

/// Each cop on the shortest path to the thief.
CopsPlan cops_chase(const Scene& scene);
/// To the thief and to four points around him, on separate paths.
CopsPlan cops_disperse(const Scene& scene);
/// Where the thief would go by `thief`'s plan; the AI `predict` uses thief_smart.
CopsPlan cops_predict(const Scene& scene, ThiefPlanner thief);
CopsPlan cops_predict(const Scene& scene, const Path& thief);
CopsPlan cops_predict(const Scene& scene);
/// One cop to each gate; the others predict.
CopsPlan cops_guard(const Scene& scene, ThiefPlanner thief);
CopsPlan cops_guard(const Scene& scene, const Path& thief);
CopsPlan cops_guard(const Scene& scene);

using CopsPlanner = CopsPlan (*)(const Scene&);

struct NamedThief {
    std::string_view name;
    ThiefPlanner plan;
};
struct NamedCops {
    std::string_view name;
    CopsPlanner plan;
};
inline constexpr std::array<NamedThief, 4> thieves{
    {{"gate", thief_gate},
     {"gatehalo", thief_gatehalo},
     {"away", thief_away},
     {"smart", thief_smart}}};
inline constexpr std::array<NamedCops, 4> policemen{
    {{"chase", cops_chase},
     {"disperse", cops_disperse},
     {"predict", cops_predict},
     {"guard", cops_guard}}};

/// The thief's steps along a path, then waits.
std::vector<Step> steps_along(const Scene& scene, const Path& path);

/// The thief's path with these steps, on the board as it is now; an impossible step is a wait.
Path path_of_thief(const Scene& scene, const std::vector<Step>& steps);

} // namespace referee::cops::sample
