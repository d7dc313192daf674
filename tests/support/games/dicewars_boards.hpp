#pragma once

/// Small boards of dicewars for tests: whose every number is known.

#include "games/dicewars/rules.hpp"

#include <string>
#include <vector>

namespace tests {

/// A game on a board of areas in a line, 1-2-3-…, with these dice and seats (as digits), and one
/// stream that throws these dice.
referee::dicewars::Setup line_of_areas(
    const std::string& dice, const std::string& seats, const std::vector<int>& throws = {1});

/// The text of a field with three areas in a ring, two seats and streams of one word.
std::string small_field(const std::string& keys = "");

/// The numbers that give these dice.
std::vector<std::uint32_t> numbers_of(const std::vector<int>& throws);

} // namespace tests
