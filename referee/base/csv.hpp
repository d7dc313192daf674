#pragma once

/// Reading CSV files (RFC 4180), also those of spreadsheets: with a byte order mark, with
/// semicolons or tabs, with any line ends.

#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct CsvRecord {
    int line = 1; ///< at which it begins
    std::vector<std::string> cells;
};

struct Csv {
    char delimiter = ',';           ///< a comma, a semicolon or a tab: what the first line has most
    bool has_mark = false;          ///< it begins with a byte order mark
    std::vector<CsvRecord> records; ///< without blank lines
};

/// Throws UserError for a quoted cell without an end. `file` is for messages.
Csv parse_csv(const std::string& file, std::string_view text);

/// A cell, quoted if a reader would take it for something else.
std::string csv_cell_of(std::string_view cell, char delimiter);

} // namespace referee
