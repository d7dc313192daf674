#pragma once

/// What a command asks for, compared with what a database holds.

#include "commands/tournament_config.hpp"
#include "tournament/store.hpp"

namespace referee {

/// Makes the database that of this command: AIs and fields may have come in addition, AIs may be
/// left out (`--exclude`); then its games get their places in the new plan. What has changed of an
/// AI or a field is an error, or with `replays` those games are dropped. Throws UserError.
void adapt_database(Store& store, const TournamentInput& input, bool replays);

/// Makes sure that every name of --exclude is that of an AI, given or among `stored`. Throws
/// UserError.
void check_excluded(const TournamentInput& input, const std::vector<StoredAi>& stored);

} // namespace referee
