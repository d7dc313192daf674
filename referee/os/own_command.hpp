#pragma once

/// Runs a command of this executable, in a process of its own: `submit` and a season check entries
/// with `check` and `play` themselves, so authors get the same messages, and a season writes its
/// pages with `site`.

#include <string>
#include <vector>

namespace referee {

struct CommandResult {
    int status = 0;     ///< exit status, or 128 + signal
    std::string output; ///< standard output, the first 4 MB
    std::string errors; ///< standard error, also the first 4 MB
};

/// Runs `referee ARGUMENTS…` in the folder and waits for its end; it gets SIGTERM if this process
/// ends before. Throws Interrupted, InternalError.
CommandResult run_own_command(const std::vector<std::string>& arguments, const std::string& folder);

} // namespace referee
