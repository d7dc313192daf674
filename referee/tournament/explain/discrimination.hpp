#pragma once

/// How well each field tells strong AIs from weak ones: item response theory, with fields as items.

#include "tournament/explain/evidence.hpp"

#include <vector>

namespace referee {

/// The slope of a field: a difference of θ counts there `slope` times (Birnbaum 1968).
struct Discrimination {
    int field = 0;
    double results = 0; ///< independent results on it
    double slope = 1;   ///< drawn to 1 as far as fields hardly differ
    double low = 0;     ///< 95 % interval
    double high = 0;
    /// The smallest rate of false ones among those that are called certain, at any time.
    double q_value = 1;
    bool is_certain = false; ///< q_value is at most 5 %
};

/// All fields that were played on, the one with the largest slope first.
std::vector<Discrimination> discriminations_of(const std::vector<Comparison>& comparisons);

} // namespace referee
