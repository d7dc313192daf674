#pragma once

/// Reading traces of reference engines: compressed files with a JSON value in each line.

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// Calls `look` with every line of the file tests/golden/NAME, and its number from 1. Throws if the
/// file isn't there or holds nothing.
void for_each_golden(
    const std::string& name,
    const std::function<void(const nlohmann::json& line, int number)>& look);

} // namespace tests
