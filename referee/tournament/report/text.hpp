#pragma once

/// The tables for people as rows of cells, from which text and HTML are made, and as JSON.

#include "base/text.hpp"
#include "tournament/report/context.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/summary.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// With more than Ratings::max_exact AIs text shows only so many of them: nobody reads on in a
/// terminal, and what stands before and behind the tables would be lost in it.
inline constexpr std::size_t max_rows_in_large_text = 100;
inline constexpr std::size_t all_rows = std::numeric_limits<std::size_t>::max();

/// Who reads the tables.
enum class Reader { text, page };

/// All tables that have content: standings, winrates, endings, seats, pairs and so on. Tables of
/// pairs only of so many AIs; of tables of AIs the first rows. On pages a pair has one figure of
/// certainty, that which holds whenever somebody looks; texts and JSON have those of one look, too.
std::vector<ReportTable> tables_of(
    const TournamentSummary& summary, std::size_t max_in_pairs = max_ais_in_pairs,
    std::size_t max_rows = all_rows, Reader reader = Reader::text);

/// "1–30: …" if an AI may have any rank; empty otherwise. `best_and_worst` are those of all rows.
std::string any_rank_note(const std::vector<std::pair<int, int>>& best_and_worst);
/// What the interval of a rating is, in plain words.
inline constexpr std::string_view interval_note =
    "the interval of this rating alone, if the number of games was fixed beforehand; whoever "
    "plays on until a result pleases is wrong more often";

/// The winner of a knockout or ladder, or the state of a race; empty for other formats.
std::string verdict_text(const TournamentSummary& summary);

/// All tables as text, aligned, with the notes.
std::string tables_text(const TournamentSummary& summary);
/// All tables as JSON; with a context also its head and faults.
std::string tables_json(const TournamentSummary& summary, const Context* context = nullptr);
/// The same row by row: tables of pairs of thousands of AIs needn't fit into memory.
void write_tables_json(
    const TournamentSummary& summary, const Context* context, const TextSink& write);

/// "Standings", and by what they are ranked where somebody may expect something else.
std::string_view standings_title(const TournamentSummary& summary);

} // namespace referee
