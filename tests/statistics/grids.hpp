#pragma once

/// The grids: dense combinations of strengths, draws, fields and seats, which take hours. The
/// list of cells.hpp has those that people meet.

#include <string_view>
#include <vector>

namespace tests {

/// Prints a row for each cell of the grids with these names; of all if there are none.
void run_grids(const std::vector<std::string_view>& names, int tries);

} // namespace tests
