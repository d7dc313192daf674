#pragma once

/// Who met whom, and who ever finished ahead: what ratings can and can't say follows from it.

#include "tournament/finishing_orders.hpp"

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

    /// The AIs of a group on whose mean its scale stands: its core, or all of it if it has none.
    std::vector<int> scale_of(int group) const;
};

/// "Ahead" counts shared ranks both ways. Groups are numbered from the largest.
Connections connections_of(const FinishingOrders& orders, int ais);

} // namespace referee
