#pragma once

/// Playing a tournament or a tuning whose arguments have been read: workers, database, the live
/// page, progress, and the end, also by a signal.

#include "cli/contests/tournament_options.hpp"
#include "pages/live/watch.hpp"

#include <functional>
#include <memory>
#include <string>

namespace referee {

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
