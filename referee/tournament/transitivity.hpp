#pragma once

/// Tests whether ratings fit: one number for each AI can't express that A beats B, B beats C and C
/// beats A.

#include "tournament/finishing_orders.hpp"

#include <array>
#include <optional>

namespace referee {

/// Three AIs that contradict any rating: the log-odds of finishing ahead, a over b, b over c and c
/// over a, should sum up to 0.
struct Misfit {
    std::array<int, 3> ais{};       ///< a, b, c, in the direction in which the sum is positive
    std::array<double, 3> shares{}; ///< of a against b, b against c, c against a: mean over fields
    double p_value = 1;             ///< Bonferroni-corrected for the triples tried
    int triples = 0;

    /// True if each is ahead of the next more often than not.
    bool is_cycle() const { return shares[0] > 0.5 && shares[1] > 0.5 && shares[2] > 0.5; }
};

/// The triple that contradicts ratings most, if three AIs met on enough fields. Fields are the
/// units, since the games of a field are not independent.
std::optional<Misfit> worst_misfit(const FinishingOrders& orders, int ais);

} // namespace referee
