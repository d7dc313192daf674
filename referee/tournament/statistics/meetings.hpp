#pragma once

/// Which AIs met, and which ever finished ahead of which. This limits what ratings can express.

#include "tournament/statistics/plackett_luce.hpp"

#include <array>
#include <optional>
#include <vector>

namespace referee {

enum class Standing {
    core,        ///< finished ahead of the core and behind it
    above_core,  ///< ahead only
    below_core,  ///< behind only
    undetermined ///< neither, or there is no core
};

/// How games connect the AIs.
struct Connections {
    std::vector<int> groups;         ///< by AI: its group, −1 without games
    std::vector<Standing> standings; ///< by AI
    int group_count = 0;

    /// The AIs whose mean is the zero of a group's scale: its core, or the whole group if it has
    /// none.
    std::vector<int> scale_of(int group) const;
};

/// A shared rank counts as "ahead" both ways. Groups are numbered from the largest.
Connections connections_of(const FinishingOrders& orders, int ais);

// Tests whether ratings fit: one number for each AI can't express that A beats B, B beats C and C
// beats A.

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
