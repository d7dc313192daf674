#pragma once

/// The arguments of `referee tournament`, read and checked.

#include "ai/contestant.hpp"
#include "cli/arguments.hpp"
#include "match/config.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/store/store.hpp"

#include <string>
#include <vector>

namespace referee {

struct TournamentInput {
    const GameInfo* game = nullptr;
    Teams teams; ///< how contestants take the seats of the fields
    std::vector<Contestant> contestants;
    MatchConfig match_config;
    TournamentConfig config;
    StoredTournament stored;
    std::vector<StoredAi> ais;
    std::vector<StoredField> fields;
    std::vector<std::string> excluded; ///< the names of --exclude
    std::vector<std::string> left_out; ///< the names of --exclude that are also given with --ai
};

/// The options that results depend on, as lines "key value".
std::string decisive_settings(const Arguments& arguments);

/// The arguments of `referee tournament`, with those of its --config. Throws UserError.
Arguments tournament_arguments(const std::vector<std::string>& given);

/// The parts that `tune` shares. First settings and fields; then, with AIs and plan set, the values
/// derived from them and the description for the database. Throws UserError.
void read_settings_and_fields(const Arguments& arguments, TournamentInput& input);
void complete(const Arguments& arguments, const std::string& database, TournamentInput& input);

/// Throws UserError. `database` is hidden from the AIs.
TournamentInput read_tournament(const Arguments& arguments, const std::string& database);

} // namespace referee
