#pragma once

/// Plays the traces of the course's environment through the rules and says where they differ. Apart
/// from the test, so that tests/golden/mutate.py can link it with wrong rules.

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// Why a trace can't be played by our rules (a constant that is none of our parameters), or empty.
std::string foreign_constant(const nlohmann::json& trace);

/// The first difference between the trace and the rules, or empty.
std::string difference_in_trace(const nlohmann::json& trace);

} // namespace tests
