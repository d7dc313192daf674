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
    /// The number of leading columns with words, which are left-aligned; the others are
    /// right-aligned.
    std::size_t words = 1;
};

/// All tables that have content: standings, winrates, endings, seats, pairs and so on.
std::vector<Table> tables_of(const TournamentSummary& summary);

/// The winner of a knockout or ladder, or the state of a race; empty for other formats.
std::string verdict_text(const TournamentSummary& summary);
/// The contests of a knockout or ladder, with a row for each AI and contest.
std::optional<Table> contest_table(const TournamentSummary& summary);
/// Replaces the ranks by the places of a knockout or ladder, or adds the verdict of a race.
void put_verdict(const TournamentSummary& summary, Table& standings);

/// The rows and the columns of the table of win rates: by overall win rate, and by name.
std::vector<int> ais_by_win_rate(const TournamentSummary& summary);
std::vector<int> ais_by_name(const TournamentSummary& summary);

/// All tables as text, aligned, with the notes.
std::string tables_text(const TournamentSummary& summary);
/// All tables as JSON; with a context also its head and faults.
std::string tables_json(const TournamentSummary& summary, const Context* context = nullptr);

/// "+35 [-12, +84]", or a bound such as "≥ +210" for a 100 % score, or "–".
std::string rating_text(const Ratings::Rating& rating);

} // namespace referee
