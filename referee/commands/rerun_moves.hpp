#pragma once

#include "commands/arguments.hpp"
#include "match/record.hpp"

#include <string>
#include <vector>

namespace referee {

/// `rerun --seat S --ai X`: every move of a seat. Returns the exit status. Throws UserError,
/// Interrupted, InternalError.
int rerun_seat(const Arguments& arguments, const std::string& path, const RecordedGame& game);

/// `rerun --ai X --notes FILE`: an analysis of these games of the record. Like rerun_seat().
int rerun_notes(
    const Arguments& arguments, const std::string& path, const std::vector<RecordedGame>& games);

} // namespace referee
