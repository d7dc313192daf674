#pragma once

/// The plans of the lecture's thieves and policemen, on the board as it is now. All are
/// pure functions. Each AI is one of them for each role: ai-samples/cops/README.md, "AIs for cops".

#include "cops/lib/a_star.hpp"

#include <string_view>
#include <vector>

namespace referee::cops::sample {

/// What the planners weigh, to be tuned; the programs take each as an option.
struct Constants {
    int halo_weight = 3; ///< a cell d from a cop costs weight · (radius + 1 − d) more …
    int halo_radius = 4; ///< … up to this distance
    int hard_radius =
        -1; ///< cells up to so far from a cop are closed as long as a way is left; −1: none
    int margin = 1;   ///< smart: a cop must be farther from its i-th cell than i + margin
    int flank = 3;    ///< disperse: targets so far from the thief
    int crossing = 3; ///< disperse: what a cell on an earlier cop's path costs more
};

/// What is planned on.
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

// Thieves give the path they want to take; a gate cell can only be its last.

/// To the nearest gate, around walls and cops.
Path thief_gate(const Scene& scene);
/// To the gate whose way is cheapest when nearness to cops costs.
Path thief_gatehalo(const Scene& scene);
/// To where the nearest cop is farthest.
Path thief_away(const Scene& scene);
/// To a gate if no cop can cut the way off, else away.
Path thief_smart(const Scene& scene);

using ThiefPlanner = Path (*)(const Scene&);

/// The steps of policemen: for each cop, in order, plan_length of them.
using CopsPlan = std::vector<Step>;

/// Each straight to the thief.
CopsPlan cops_chase(const Scene& scene);
/// To the thief and to four points around him, on ways of their own.
CopsPlan cops_disperse(const Scene& scene);
/// To where the thief would go by `thief`'s plan; the ladder's is thief_smart.
CopsPlan cops_predict(const Scene& scene, ThiefPlanner thief);
CopsPlan cops_predict(const Scene& scene, const Path& thief);
CopsPlan cops_predict(const Scene& scene);
/// One to each gate, the others predict.
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

/// The thief's steps along a path, waiting after its end.
std::vector<Step> steps_along(const Scene& scene, const Path& path);

/// The path on which steps lead the thief, as the board is now; a step that can't be made is none.
Path path_of_thief(const Scene& scene, const std::vector<Step>& steps);

} // namespace referee::cops::sample
