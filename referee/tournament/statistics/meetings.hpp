#pragma once

/// Which AIs met, and which ever finished ahead of which. This limits what ratings can express.

#include "tournament/statistics/plackett_luce.hpp"

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

} // namespace referee
