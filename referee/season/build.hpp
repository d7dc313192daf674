#pragma once

/// Building an entry's sources: `build` of its ai.ini, run by a shell in the sandbox of an AI.
/// referee/season/README.md, "Building".

#include "season/config.hpp"

#include <string>

namespace referee {

/// The command of `build` in the ai.ini of a folder; empty if there is none.
std::string build_command_of(const std::string& folder);

/// Copies the folder into a work folder, runs the command there and copies the result to `to`,
/// which must not exist. Throws UserError with the end of the command's output if it fails, takes
/// too long or leaves too much; InternalError.
void build_entry(
    const SeasonConfig& config, const std::string& from, const std::string& to,
    const std::string& command, int core);

} // namespace referee
