#pragma once

#include "commands/arguments.hpp"
#include "match/config.hpp"

#include <vector>

namespace referee {

/// The options that `play` and tournaments share.
const std::vector<Option>& match_options();

/// What they say. Throws UserError.
MatchConfig read_match_settings(const Arguments& arguments);

/// Says on standard error what the limit on memory doesn't cover on this machine, if anything.
void note_unbounded_memory();

} // namespace referee
