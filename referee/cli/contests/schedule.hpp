#pragma once

/// The schedule of a tournament: a file that says who plays on which field.

#include "cli/contests/tournament_options.hpp"

#include <string>
#include <string_view>

namespace referee {

/// The index of the AI; -1 if there is none of that name.
int ai_named(const TournamentInput& input, std::string_view name);

/// Adds the lines of a schedule to the plan. A line is "NAME NAME …" for the next field, or
/// "FIELD: NAME NAME …". Throws UserError.
void read_schedule(const std::string& path, TournamentInput& input);

} // namespace referee
