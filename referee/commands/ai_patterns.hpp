#pragma once

#include <string>
#include <vector>

namespace referee {

/// The AIs that `--ai` names, with patterns such as 'entries/*' replaced by the folders with an
/// ai.ini and the executable files that match, in order of their names; a message names the others.
/// A file of that name comes before a pattern. Throws UserError if a pattern matches no AI, or
/// several under one NAME=.
std::vector<std::string> expanded(const std::vector<std::string>& ais);

} // namespace referee
