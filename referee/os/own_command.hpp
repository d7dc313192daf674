#pragma once

/// Runs a command and keeps its output: one of this executable, in a process of its own, or another
/// program. `submit` and a season check entries with `check` and `play` themselves, so authors get
/// the same messages, and a season writes its pages with `site`.

#include <chrono>
#include <string>
#include <vector>

namespace referee {

struct CommandResult {
    int status = 0;     ///< exit status, or 128 + signal; 126 or 127 if it can't be started
    std::string output; ///< standard output, the first 4 MB
    std::string errors; ///< standard error, also the first 4 MB
};

/// Runs `referee ARGUMENTS…` in the folder and waits for its end; it gets SIGTERM if this process
/// ends before. Throws Interrupted, InternalError.
CommandResult run_own_command(const std::vector<std::string>& arguments, const std::string& folder);

/// Runs another program, found as a shell finds it; `words[0]` is its name. If it hasn't ended
/// after `limit`, it gets SIGTERM, and ten seconds later SIGKILL; the errors say so, and the status
/// is not 0. Throws Interrupted, InternalError.
CommandResult run_program(const std::vector<std::string>& words, std::chrono::milliseconds limit);

} // namespace referee
