#pragma once

/// A game of the golden trace of cops, played again with the rules. Format: cops.md beside this.

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// The first difference between the trace and the rules; empty if there is none.
std::string first_difference_of_cops(const nlohmann::json& game);

} // namespace tests
