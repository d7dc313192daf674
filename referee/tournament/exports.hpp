#pragma once

/// Tournaments for other programs: every game as CSV and PGN, every table as CSV.

#include "tournament/store.hpp"
#include "tournament/summary.hpp"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A row for each game and seat (RFC 4180).
void write_games_csv(const Store& store, std::ostream& out);

/// Headers and result of each game, without moves: what Ordo and BayesElo read. Where the match
/// decides, its games have its result, and unfinished matches are left out. Games that nobody has
/// won are drawn. Throws UserError if the games aren't for two.
void write_pgn(const Store& store, const std::string& event, std::ostream& out);

/// A table for machines: numbers stand in columns of their own, named as in the JSON.
struct CsvTable {
    std::string name;
    std::string text; ///< RFC 4180; without a value a cell is empty
};

/// The names of all tables that there may be.
const std::vector<std::string_view>& csv_table_names();
/// All that have rows.
std::vector<CsvTable> csv_tables(const TournamentSummary& summary);

/// A cell, in quotes if it needs them.
std::string csv_cell(std::string_view cell);

} // namespace referee
