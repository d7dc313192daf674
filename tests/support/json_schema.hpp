#pragma once

/// JSON Schema, as Python's jsonschema understands it (json_schema.py).

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// Why the value isn't what the schema says, a line for each reason with its place; empty if it is.
/// An object may only have the properties that the schema names, unless it says otherwise.
std::string objections(const nlohmann::json& schema, const nlohmann::json& value);

} // namespace tests
