#pragma once

#include "commands/arguments.hpp"
#include "error.hpp"

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

/// Replaces "--KEY" at the beginning of an error by "FILE:LINE: KEY", if the file has the key and
/// `words`, the command line, does not.
std::string with_line_of(
    const std::string& error, const std::string& file, const std::vector<std::string>& words);

/// Runs a command whose options may come from this file, empty for none. Its UserErrors then name
/// the lines of wrong values.
template <typename Run>
int with_lines_of(const std::string& file, const std::vector<std::string>& words, const Run& run) {
    try {
        return run();
    } catch (const UserError& error) {
        throw UserError(file.empty() ? error.what() : with_line_of(error.what(), file, words));
    }
}

} // namespace referee
