#pragma once

/// What `referee tournament` was asked for, read and checked.

#include "commands/arguments.hpp"
#include "match/contestant.hpp"
#include "match/settings.hpp"
#include "tournament/store.hpp"
#include "tournament/tournament.hpp"

#include <string>
#include <vector>

namespace referee {

struct TournamentInput {
    const GameInfo* game = nullptr;
    std::vector<Contestant> contestants;
    MatchSettings settings;
    TournamentOrder order;
    StoredTournament stored;
    std::vector<StoredAi> ais;
    std::vector<StoredField> fields;
};

/// Throws UserError. `database` is hidden from the AIs.
TournamentInput read_tournament(const Arguments& arguments, const std::string& database);

/// Makes sure that the database holds this tournament. What has changed of an AI or a field is an
/// error, or with `replays` those games are dropped. Throws UserError.
void require_same_tournament(Store& store, const TournamentInput& input, bool replays);

} // namespace referee
