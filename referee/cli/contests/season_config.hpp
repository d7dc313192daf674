#pragma once

/// Reading the season.ini of a season's folder.

#include "cli/arguments.hpp"
#include "season/config.hpp"
#include "season/export.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The formats that a final can have: a gauntlet would need a challenger.
const std::vector<std::string_view>& final_formats();

/// The season.ini of the folder on the command line. Throws UserError if there is none.
std::string season_ini(const std::vector<std::string>& given);
/// The command line with that file's entries added. Throws UserError.
Arguments season_arguments(const std::vector<std::string>& given, const std::string& file);

/// Checks that baselines and the reference AI can be started, before anything is written or
/// rejected. Throws UserError.
void require_own_ais(const SeasonConfig& config, std::string_view game);

/// The settings of --field-set and --players for new fields. Throws UserError.
FieldRequest field_request(const Arguments& arguments);

/// Throws UserError. Generates the fields if season.ini says so and there are none.
SeasonConfig read_season(const Arguments& arguments);

} // namespace referee
