#pragma once

#include "commands/arguments.hpp"

#include <string>
#include <vector>

namespace referee {

/// Puts the entries of the INI file named by --config before the words, as if they had been written
/// there: `key = value` stands for --key value, `switch = yes` for --switch. What is given on the
/// command line replaces the file's. Paths in the file (those of the options in `paths`) are
/// relative to its folder. Throws UserError with file and line.
std::vector<std::string> with_config(
    const Usage& usage, const std::vector<std::string>& words,
    const std::vector<std::string_view>& paths);

} // namespace referee
