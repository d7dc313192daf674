#pragma once

#include "commands/tournament_config.hpp"

#include <memory>
#include <string>

namespace referee {

/// Opens or creates the database and plays what is left, with workers on their own cores. Returns
/// the signal that interrupted it, or 0. Throws UserError, InternalError.
int play_tournament(
    const Arguments& arguments, const TournamentInput& input, const std::string& database,
    bool is_quiet, std::unique_ptr<Store>& store);

} // namespace referee
