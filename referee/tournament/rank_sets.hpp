#pragma once

/// Compares all pairs of a group at once: differences, certainly better AIs, and the possible ranks
/// of each AI.

#include "tournament/rating_errors.hpp"
#include "tournament/ratings.hpp"

namespace referee {

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings.
///
/// Rank sets follow from the pairs that are certain, for all pairs at once with a confidence of 95
/// % (Mogstad, Romano, Shaikh and Wilhelm 2024). Within the core certainty comes from the step-down
/// maximum of t-statistics (Romano and Wolf 2005), else from sign tests over fields with Holm's
/// correction. The relation is closed transitively.
void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    Ratings::Result& result);

} // namespace referee
