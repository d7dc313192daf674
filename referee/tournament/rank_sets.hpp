#pragma once

/// Comparing all pairs of a group at once: differences, who is certainly better, and the ranks that
/// each AI may have.

#include "tournament/rating_errors.hpp"
#include "tournament/ratings.hpp"

namespace referee {

/// Adds the differences of the group `group` to the result, and sets the ranks of its ratings.
///
/// Ranks follow from the pairs of which it is certain who is better, for all pairs at once with a
/// confidence of 95 % (Mogstad, Romano, Shaikh and Wilhelm 2024): within the core by the maximum of
/// the t-statistics with steps down (Romano and Wolf 2005), else by sign tests over fields with
/// Holm's correction; what follows from these by way of others is certain too.
void compare_group(
    int group, const Connections& connections, const Maximum& estimate, const RatingErrors& errors,
    Ratings::Result& result);

} // namespace referee
