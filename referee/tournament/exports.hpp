#pragma once

/// Exports for other programs: games as CSV and PGN, tables as CSV.

#include "tournament/context.hpp"
#include "tournament/store.hpp"
#include "tournament/summary.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Writes a row for each game and seat (RFC 4180).
void write_games_csv(const Store& store, std::ostream& out);

/// Writes headers and result of each game without moves, for Ordo and BayesElo. If the match
/// decides, its games get its result, and unfinished matches are left out. Games without a winner
/// are drawn. Throws UserError unless games have two players.
void write_pgn(const Store& store, const std::string& event, std::ostream& out);

/// A table for machines. Every number has its own column, named as in the JSON.
struct CsvTable {
    std::string name;
    std::string text; ///< RFC 4180; a missing value is an empty cell
};

/// The names of all tables.
const std::vector<std::string_view>& csv_table_names();
/// All tables that have rows.
std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context);

/// A cell, quoted if necessary.
std::string csv_cell(std::string_view cell);

} // namespace referee
