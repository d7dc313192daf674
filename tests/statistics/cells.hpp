#pragma once

/// The list of `make statistics`: what people do with tournaments, and how often what the tables
/// then say must be true.

#include "statistics/simulations.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// How often a statement must be true.
struct Nominal {
    double min = 0.95;
    double max = 1;
};
/// It may be true more often than it says: whenever somebody looks.
inline constexpr Nominal at_any_time{0.95, 1};
/// The interval of a plan that is looked at once.
inline constexpr Nominal interval{0.93, 0.99};
/// A range of eight in ten cases.
inline constexpr Nominal forecast{0.8, 1};

struct Cell {
    std::string_view statement; ///< what the tables say
    std::string name;           ///< what somebody does
    Nominal nominal;
    /// One row, or a few where the statement is about several kinds of AIs.
    std::function<std::vector<Coverage>(int tries)> run;
};

/// At most 80, with different names.
std::vector<Cell> all_cells();

/// True if the share is no more than three standard errors out of what is nominal.
bool holds(const Coverage& coverage, const Nominal& nominal);

} // namespace tests
