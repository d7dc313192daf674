#pragma once

#include <string>

namespace referee {

/// Makes sure that the kernel will be able to execute the file. Throws UserError "FILE: what is
/// wrong; what to do": not there, a folder, no run bit, empty, no program and no script, an
/// interpreter that is not there, made for another machine, cut off.
void require_executable(const std::string& path);

/// The program that runs the script `path`, which require_executable() has let pass: the one that
/// its first line names, or that env finds for it in an AI's PATH. Empty for other programs.
std::string interpreter_of(const std::string& path);

} // namespace referee
