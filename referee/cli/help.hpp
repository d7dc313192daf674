#pragma once

/// What the tables of options say: help for a terminal, the man page, completion.

#include "cli/commands.hpp"

#include <span>
#include <string>

namespace referee {

/// The help of a command: usage, examples, and its options by topic, but for the rare ones.
std::string help_of(const Usage& usage);
/// The help with all options.
std::string full_help_of(const Usage& usage);

/// The options of all commands as a section of a man page, in roff. What at least three commands
/// have in common comes first; the other options follow under the name of their command.
std::string manual_of(std::span<const Command> commands);

/// Functions for Bash that print the commands, the options of a command, and what can be the value
/// of an option. scripts/completion.bash calls them.
std::string completion_of(std::span<const Command> commands);

} // namespace referee
