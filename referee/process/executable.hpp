#pragma once

#include <string>

namespace referee {

/// Verifies that the kernel can execute the file. Throws UserError "FILE: what is wrong; what to
/// do": missing, a folder, not executable, empty, neither a program nor a script, interpreter
/// missing, built for another architecture, truncated.
void require_executable(const std::string& path);

/// The interpreter of the script `path`, which require_executable() has accepted: the one that its
/// first line names, or that env finds in an AI's PATH. Empty for other programs.
std::string interpreter_of(const std::string& path);

} // namespace referee
