#pragma once

/// Tables and cells as CSV. Reading CSV: base/csv.hpp. Games: exports.hpp.

#include "tournament/report/context.hpp"
#include "tournament/report/summary.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

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
