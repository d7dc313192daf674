#pragma once

#include <string>
#include <vector>

namespace referee {

/// Verifies that the kernel can execute the file. Throws UserError "FILE: what is wrong; what to
/// do": missing, a folder, not executable, empty, neither a program nor a script, interpreter
/// missing, built for another architecture, truncated.
void require_executable(const std::string& path);

/// The command for a program that the kernel can't execute, by its file name extension: "python3"
/// for bot.py. Empty for other extensions.
std::string language_command(const std::string& path);

/// What to do when a program that require_executable() has accepted can't be started because its
/// interpreter is where the AI may not read; empty if it isn't. `readable` lists the paths that it
/// may read.
std::string interpreter_outside(const std::string& path, const std::vector<std::string>& readable);

/// The interpreter of the script `path`, which require_executable() has accepted: the one that its
/// first line names, or that env finds in an AI's PATH. Empty for other programs.
std::string interpreter_of(const std::string& path);

} // namespace referee
