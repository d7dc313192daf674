#pragma once

/// The options with which a season tells its public what counts; the command `site` has them, too.

#include "cli/arguments.hpp"
#include "season/announcement.hpp"

#include <string>
#include <vector>

namespace referee {

/// title, about, entrants and the moments.
const std::vector<Option>& announcement_options();

/// Reads the files and moments that the options name. Throws UserError.
Announcement read_announcement(const Arguments& arguments);

/// The command line `words` with what season.ini says about these options, unless they are given.
/// Throws UserError if it can't be read.
std::vector<std::string>
with_announcement_of(const std::string& season_ini, const std::vector<std::string>& words);

} // namespace referee
