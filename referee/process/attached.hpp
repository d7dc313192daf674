#pragma once

/// Runs a program for a person, without any confinement: with this process's terminal, until it
/// exits. Debuggers are run in this way.

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// An executable regular file of that name in one of the folders of `path` (as in PATH, without the
/// empty ones); empty if there is none.
std::string find_in_folders(std::string_view name, std::string_view path);

/// The program that a command's first word names: a path, or a program in one of the folders of
/// `path` (as in PATH), then of this process's own PATH. Empty if there is none.
std::string find_program(const std::string& word, std::string_view path);

/// Runs a program in a folder, with these variables and no others, and with our standard streams.
/// While it runs, the keys that interrupt reach only it. `command` begins with the program's own
/// name. Returns its exit status, or 128 + signal. Throws UserError if it can't be started.
int run_attached(
    const std::string& executable, const std::vector<std::string>& command,
    const std::vector<std::string>& environment, const std::string& folder);

} // namespace referee
