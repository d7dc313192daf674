#pragma once

/// Reading the season.ini of a season's folder.

#include "commands/arguments.hpp"
#include "season/config.hpp"
#include "season/fields.hpp"

#include <string>
#include <vector>

namespace referee {

/// The options of `referee season` that season.ini may also have.
const Usage& season_usage();

/// The command line with season.ini's entries added. Throws UserError.
Arguments season_arguments(const std::vector<std::string>& given);

/// The settings of --field-set and --players for new fields. Throws UserError.
FieldRequest field_request(const Arguments& arguments);

/// Throws UserError. Generates the fields if season.ini says so and there are none.
SeasonConfig read_season(const Arguments& arguments);

} // namespace referee
