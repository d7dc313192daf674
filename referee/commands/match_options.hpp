#pragma once

#include "commands/arguments.hpp"
#include "match/config.hpp"

#include <vector>

namespace referee {

/// The options that `play` and tournaments share.
const std::vector<Option>& match_options();

/// Reads them. Throws UserError.
MatchConfig read_match_settings(const Arguments& arguments);

/// Prints to standard error what the memory limit does not cover on this machine, if anything.
void note_unbounded_memory();

} // namespace referee
