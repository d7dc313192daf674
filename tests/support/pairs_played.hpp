#pragma once

/// Results of a tournament of pairs, from how often each AI beats each other one.

#include "tournament/statistics/plackett_luce.hpp"

#include <vector>

namespace tests {

/// Two games of each two AIs on each field, seats swapped. AI a beats AI b on wins[a][b] of 10
/// fields, for a < b.
inline referee::FinishingOrders
pairs_played(const std::vector<std::vector<int>>& wins, int fields) {
    referee::FinishingOrders orders;
    for (int field = 0; field < fields; ++field) {
        for (int a = 0; a < static_cast<int>(wins.size()); ++a) {
            for (int b = a + 1; b < static_cast<int>(wins.size()); ++b) {
                const bool is_won = (field * 7 + a + 3 * b) % 10 < wins[a][b];
                orders.add(field, {a, b}, {is_won ? 1 : 2, is_won ? 2 : 1});
                orders.add(field, {b, a}, {is_won ? 2 : 1, is_won ? 1 : 2});
            }
        }
    }
    return orders;
}

} // namespace tests
