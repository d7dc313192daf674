#pragma once

#include <string>
#include <vector>

namespace referee {

/// The AIs that `--ai` names, with patterns such as 'entries/*' replaced by the folders with an
/// ai.ini and the executable files that match, ordered by name; a message lists the others. An
/// existing file of that name takes precedence over the pattern, and a pattern that matches
/// something over a command line. Throws UserError if a pattern matches no AI, or several under one
/// NAME=.
std::vector<std::string> expanded(const std::vector<std::string>& ais);

/// True for a pattern that isn't a file itself, and matches one.
bool matches_something(const std::string& pattern);

} // namespace referee
