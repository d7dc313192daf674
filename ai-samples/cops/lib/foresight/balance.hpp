#pragma once

/// Level 3 of foresight: plans for an opponent that may reply to whatever is planned, unless it was
/// seen to follow a method of the lecture.

#include "cops/lib/foresight/futures.hpp"

#include <string>
#include <vector>

namespace referee::cops::sample {

/// A plan for the role of the situation, drawn with its seed from a mixture.
std::vector<Step> balanced_plan(
    const Situation& situation, const Knowledge& knowledge, const Effort& effort,
    const Stopwatch& watch, std::string* notes);

} // namespace referee::cops::sample
