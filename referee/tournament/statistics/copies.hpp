#pragma once

/// Copies: several AIs of a tournament that are the same program. The games are rated as if the
/// first of them had played all; here the others get what it has.

#include "tournament/statistics/ratings.hpp"

#include <vector>

namespace referee {

/// Gives copies the ratings and differences of the first of their program, and all AIs the ranks
/// that they have with the copies. `same_as`: by AI the first one that is the same program.
void add_copies(const std::vector<int>& same_as, Ratings::Result& result);

} // namespace referee
