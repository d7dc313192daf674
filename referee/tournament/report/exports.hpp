#pragma once

/// Games for other programs: as CSV and PGN.

#include "tournament/store/results.hpp"

#include <ostream>
#include <string>

namespace referee {

/// Writes a row for each game and seat (RFC 4180).
void write_games_csv(const Results& store, std::ostream& out);

/// Whether a PGN file has the moves that records hold, as comments.
enum class PgnMoves { none, from_records };

/// Writes headers and result of each game, for Ordo and BayesElo. If the match decides, its games
/// get its result, and unfinished matches are left out. Games without a winner are drawn. Throws
/// UserError unless games have two players.
void write_pgn(
    const Results& store, const std::string& event, std::ostream& out,
    PgnMoves moves = PgnMoves::none);

} // namespace referee
