#pragma once

/// Compares a command with an existing database and adapts the database.

#include "cli/contests/tournament_options.hpp"
#include "tournament/store/store.hpp"

namespace referee {

/// Adapts the database to the command: AIs and fields may have been added, and AIs excluded
/// (`--exclude`); the games then get their places in the new plan. A changed AI or field is an
/// error; with `replays` its games are dropped instead, to be played again. Throws UserError.
void adapt_database(Store& store, const TournamentInput& input, bool replays);

/// Throws UserError unless every name of --exclude belongs to a given AI or one of `stored`.
void check_excluded(const TournamentInput& input, const std::vector<StoredAi>& stored);

} // namespace referee
