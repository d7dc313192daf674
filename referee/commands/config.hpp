#pragma once

#include "commands/arguments.hpp"

#include <string>
#include <vector>

namespace referee {

/// Adds the entries of the INI file given by --config to the arguments: `key = value` means --key
/// value, `switch = yes` means --switch. The command line takes precedence. Paths in the file
/// (values of the options in `paths`) are relative to its folder. Throws UserError with file and
/// line.
std::vector<std::string> with_config(
    const Usage& usage, const std::vector<std::string>& words,
    const std::vector<std::string_view>& paths);

} // namespace referee
