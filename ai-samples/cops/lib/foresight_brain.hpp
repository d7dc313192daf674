#pragma once

/// What the two roles of foresight share: it remembers, watches the clock, and puts itself in its
/// opponent's place before a role plans.

#include "cops/lib/futures.hpp"

#include <string>
#include <vector>

namespace referee::cops::sample {

/// What a role plans with.
struct PlanRequest {
    const Situation& situation;
    const Knowledge& knowledge;
    const Effort& effort;
    const Stopwatch& watch;
    /// What the opponent may plan if it is foresight itself.
    const std::vector<std::vector<Step>>& mirrored;
    std::string* notes; ///< gets the candidates, drawn for notes.dat; may be null
};

/// The best plan of a role.
using PlanRole = std::vector<Step> (*)(const PlanRequest& request);

Brain foresight_brain(const Effort& effort, std::string* notes, PlanRole plan);

} // namespace referee::cops::sample
