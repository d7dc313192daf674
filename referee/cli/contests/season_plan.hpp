#pragma once

/// `referee season --plan`: what a season of so many entrants needs.

#include "cli/arguments.hpp"
#include "season/config.hpp"

namespace referee {

/// The options of --plan, with --plan itself.
const std::vector<Option>& plan_options();

/// Throws UserError if one of its options is there without --plan.
void check_plan_options(const Arguments& arguments);

/// Prints the plan. Returns the exit status. Throws UserError.
int plan_command(const Arguments& arguments, const SeasonConfig& config);

} // namespace referee
