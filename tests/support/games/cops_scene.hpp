#pragma once

/// Boards of cops drawn as text, for tests of planners.

#include "cops/lib/planners.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// A state from rows as gamefield.dat has them, without blanks, ring included: # G . T C, and W for
/// walls of one cell each. Gates are of one cell each, cops count row by row.
struct CopsBoard {
    explicit CopsBoard(const std::vector<std::string_view>& rows);
    referee::cops::sample::Scene scene() const { return {state, parameters, constants}; }
    referee::cops::Parameters parameters;
    referee::cops::State state;
    referee::cops::sample::Constants constants;
};

inline constexpr int no_hurry = 600'000; ///< a time limit in milliseconds that never matters

/// The letters of steps.
std::string letters_of(const std::vector<referee::cops::Step>& steps);
/// The letters of a path from a place.
std::string letters_of(
    const referee::cops::sample::Ground& ground, referee::cops::sample::Place start,
    const referee::cops::sample::Path& path);

} // namespace tests
