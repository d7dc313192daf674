#pragma once

/// For the child between fork and exec.

#include <string>
#include <vector>

namespace tests {

/// Becomes that program, in `folder` if that is not empty, with its signals as in a terminal. Ends
/// with status 127 if there is none.
[[noreturn]] void execute(
    const std::vector<std::string>& command, const std::string& folder,
    const std::vector<std::string>& more_environment);

} // namespace tests
