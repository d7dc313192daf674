#pragma once

#include <string>
#include <vector>

namespace tests {

/// What was left out, and why. A test that can't run on this machine adds a line here and returns,
/// at most once; the closing line of the run counts them.
std::vector<std::string>& skipped();

} // namespace tests
