#pragma once

/// Compares all pairs of a group at once: their differences, which AI of a pair is certainly
/// better, and the possible ranks of each AI.
///
/// Rank sets follow from the pairs that are certain, for all pairs at once with a confidence of 95
/// % (Mogstad, Romano, Shaikh and Wilhelm 2024), whenever somebody looks (any_time.hpp). The
/// evidence comes from ratings within the core, else from the signs of fields. The relation is
/// closed transitively.

#include "tournament/statistics/group_core.hpp"
#include "tournament/statistics/rating_errors.hpp"
#include "tournament/statistics/ratings.hpp"

namespace referee {

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings,
/// which it has.
void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    const GroupCore& core, Ratings::Result& result);

} // namespace referee
