#pragma once

/// A folder with fields and AIs, for the harnesses that read what a tournament is asked for.

#include "cli/contests/tournament_options.hpp"

#include <string>

namespace fuzz {

/// In the scratch folder: fields f1.dat to f3.dat for two seats, AIs of the names that the
/// project's own tournaments have, and a, b, c.
const std::string& tournament_folder();

/// Walks through the tournament's plan unless it depends on results.
void walk_plan(const referee::TournamentInput& input);

} // namespace fuzz
