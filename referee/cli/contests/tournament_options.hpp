#pragma once

/// The arguments of `referee tournament`, read and checked.

#include "ai/contestant.hpp"
#include "cli/arguments.hpp"
#include "match/config.hpp"
#include "pages/live/watch.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/store/store.hpp"

#include <functional>
#include <memory>
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

// The workers of a tournament or a season: their number and their cores.

struct WorkerJobs {
    std::vector<std::vector<int>> cores; ///< by worker
    std::string processor;
};

/// The cores of each worker, by --jobs and --oversubscribe. Throws UserError.
std::vector<std::vector<int>> cores_of_jobs(
    const Arguments& arguments, const MatchConfig& config, bool is_simultaneous, int seats);

/// Why there are fewer games at once than cores, if nobody has set --jobs; else empty.
std::string jobs_text(const Arguments& arguments, const MatchConfig& config, std::size_t jobs);

std::string processor_name();

struct PlayedTournament {
    int signal = 0; ///< the signal that interrupted it, or 0
    std::unique_ptr<Store> store;
    std::unique_ptr<Watch> watch; ///< with --watch: pages wait for the end, call its finish()
};

/// Opens or creates the database and plays the remaining games, with workers on their own cores.
/// --watch takes a core of `input`. Throws UserError, InternalError.
PlayedTournament play_tournament(
    const Arguments& arguments, TournamentInput& input, const std::string& database, bool is_quiet);

/// Shows the results, also after a signal, when the terminal or a disk may be gone, and says how to
/// resume. Returns the exit status.
int show_results(const PlayedTournament& played, const std::function<void()>& show);

} // namespace referee
