#pragma once

#include <string>
#include <vector>

namespace tests {

/// What was left out, and why. A test that can't run on this machine, or a part of it, adds a line
/// here; the closing line of the run counts such tests as skipped.
std::vector<std::string>& skipped();

} // namespace tests
