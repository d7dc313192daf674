#pragma once

/// The tables as rows of cells, from which text, CSV and HTML are made.

#include "tournament/context.hpp"
#include "tournament/summary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

struct Table {
    std::string_view name;  ///< one word: "standings"
    std::string_view title; ///< for people
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    /// The first columns hold words and stand to the left, all others to the right.
    std::size_t words = 1;
};

/// All that have something to say: standings, winrates, endings, seats, pairs.
std::vector<Table> tables_of(const TournamentSummary& summary);

/// Who has won a knockout, a ladder or a race, and how sure that is; empty for other formats.
std::string verdict_text(const TournamentSummary& summary);
/// The contests of a knockout or ladder, a row for each AI and contest.
std::optional<Table> contest_table(const TournamentSummary& summary);
/// In a knockout or ladder the places are the ranks.
void put_places(const TournamentSummary& summary, Table& standings);

/// For people: all tables, aligned, with the notes.
std::string tables_text(const TournamentSummary& summary);
/// With a context its head and faults too.
std::string tables_json(const TournamentSummary& summary, const Context* context = nullptr);

/// "+35 [-12, +84]", with "≥" or "≤" where all was won or lost.
std::string rating_text(const Ratings::Rating& rating);

} // namespace referee
