#pragma once

/// How much space players have: cells they can reach, cells they reach first, cells they can use
/// up.

#include "games/spe_ed/cells.hpp"
#include "games/spe_ed/rules.hpp"

#include <array>

namespace referee::spe_ed {

/// A player that spreads from a cell.
struct Runner {
    int bit = 0;                 ///< its head in the layout
    int pace = 1;                ///< cells per round, 1 or 2
    bool is_ahead = false;       ///< spreads one round before the others
    const Cells* more = nullptr; ///< further cells from which it spreads
};

/// By runner, the cells that it reaches before all others. Cells reached in the same round belong
/// to nobody.
struct Shares {
    std::array<int, max_players> cells{};
    std::array<int, max_players> pairs{}; ///< neighbouring pairs among its cells
    /// Whether its cells touch another one's, so that both fight for the same space.
    std::array<bool, max_players> is_contested{};
};

/// Spreads all runners until nothing is left.
Shares divide(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count);

/// The free cells within each number of steps of a cell, itself not counted; steps in rising order.
template <std::size_t size>
std::array<int, size> counts_within(
    const CellLayout& layout, const Cells& free, int bit, const std::array<int, size>& steps) {
    std::array<int, size> counts{};
    std::array<Cells, 2> reached{Cells(layout), Cells(layout)};
    std::size_t last = 0;
    reached[0].add(bit);
    WordRange range{bit / 64, bit / 64 + 1};
    int done = 0;
    for (std::size_t i = 0; i < size; ++i) {
        for (; done < steps[i]; ++done, last = 1 - last) {
            bool any = false;
            range = spread(layout, reached[last], range, free, reached[1 - last], any);
            for (int word = range.begin; word < range.end; ++word) {
                reached[1 - last][word] |= reached[last][word];
            }
        }
        counts[i] = reached[last].count(layout) - 1;
    }
    return counts;
}

/// Computes only `Shares::cells`, which is faster; searches need nothing else.
std::array<int, max_players> divide_cells(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count);

/// Adds to a set all free cells that can be reached from it, step by step.
void fill(const CellLayout& layout, const Cells& free, Cells& found);

/// All free cells that can be reached from a cell, step by step; itself only if it is free.
Cells reachable(const CellLayout& layout, const Cells& free, int bit);

/// An estimate of the number of cells that a player alone can use up from a cell: those that it can
/// reach, but of the parts behind a single cell, from which it can't come back, only the best. The
/// cell itself isn't counted. At most `max_usable` cells of `free` may be reachable.
inline constexpr int max_usable = 6400;
int usable(const CellLayout& layout, const Cells& free, int bit);

} // namespace referee::spe_ed
