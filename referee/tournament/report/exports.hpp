#pragma once

/// Exports for other programs: games as CSV and PGN, tables as CSV.

#include "tournament/report/context.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/store/results.hpp"

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

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

/// A table for machines. Every number has its own column, named as in the JSON.
struct CsvTable {
    std::string name;
    /// RFC 4180, row by row; a missing value is an empty cell. Reads the summary and the context,
    /// which must live as long.
    std::function<void(const TextSink& write)> write;
    std::string text() const;
};

/// The names of all tables.
const std::vector<std::string_view>& csv_table_names();
/// All tables that have rows.
std::vector<CsvTable> csv_tables(const TournamentSummary& summary, const Context& context);

/// A cell with a number or a word of ours, quoted if necessary.
std::string csv_cell(std::string_view cell);
/// A cell with a text from outside. A spreadsheet would calculate a text that begins with one of
/// = + - @ or with a tab or line end, so it gets an apostrophe before it (OWASP's rule).
std::string csv_text_cell(std::string_view text);

} // namespace referee
