#pragma once

/// The part shared by both roles of foresight: memory, the clock, and planning in the opponent's
/// place before the role plans.

#include "cops/lib/foresight/futures.hpp"

#include <string>
#include <vector>

namespace referee::cops::sample {

/// The input of a role's planning.
struct PlanRequest {
    const Situation& situation;
    const Knowledge& knowledge;
    const Effort& effort;
    const Stopwatch& watch;
    /// Plans that the opponent may make if it is foresight itself.
    const std::vector<std::vector<Step>>& mirrored;
    std::string* notes; ///< gets drawings of the candidates for notes.dat; may be null
};

/// The best plan of a role.
using PlanRole = std::vector<Step> (*)(const PlanRequest& request);

Brain foresight_brain(const Effort& effort, std::string* notes, PlanRole plan);

} // namespace referee::cops::sample
