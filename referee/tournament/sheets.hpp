#pragma once

/// The tables as rows of cells, from which text, CSV and HTML are made.

#include "tournament/tables.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct Sheet {
    std::string_view name;  ///< one word: "standings"
    std::string_view title; ///< for people
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    /// The first columns hold words and stand to the left, all others to the right.
    std::size_t words = 1;
};

/// All that have something to say: standings, winrates, endings, seats, pairs.
std::vector<Sheet> sheets_of(const Tables& tables);

/// For people: all sheets, lined up, with the notes.
std::string tables_text(const Tables& tables);
/// Only the standings, for the progress display.
std::string standings_text(const Tables& tables);
/// RFC 4180; with an empty `name` all sheets, each after a line "# NAME" and ended by an empty
/// line. Throws UserError if there is no such sheet.
std::string tables_csv(const Tables& tables, std::string_view name);
std::string tables_json(const Tables& tables);

/// "+35 [-12, +84]", with "≥" or "≤" where all was won or lost.
std::string rating_text(const Ratings::Rating& rating);

} // namespace referee
