#pragma once

#include "commands/arguments.hpp"
#include "match/record.hpp"

#include <string>

namespace referee {

/// `rerun --turn N` with --files, --ai or --debug: one move of a game. Returns the exit status.
/// Throws UserError, Interrupted, InternalError.
int rerun_move(const Arguments& arguments, const std::string& path, const RecordedGame& game);

} // namespace referee
