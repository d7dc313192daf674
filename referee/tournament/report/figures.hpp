#pragma once

/// The columns of each table of a tournament, each described once: its key in JSON and CSV, its
/// heading in tables for people, its meaning, and how it is printed. Text, CSV, JSON, the report's
/// page, a site and the live page iterate over these lists. A new column is one row of a list, and
/// a line of referee/tournament/README.md, "Columns of the exports".

#include "base/json.hpp"
#include "base/text.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/report/summary.hpp"
#include "tournament/store/results.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What stands in a table for a figure that can't be known or doesn't exist.
inline constexpr std::string_view no_figure = "–";

/// The tables for people in which a figure is a column, combined with |.
enum Tables : unsigned {
    data_only = 0,
    in_table = 1,     ///< the first table of its rows: of AIs the standings
    in_endings = 2,   ///< AIs: the table of endings, faults and times
    in_site = 4,      ///< AIs: the standings on a site's front page
    in_live_page = 8, ///< AIs: the standings of a running tournament, by key
    in_text = 16,     ///< pairs: only texts, not pages
};

/// How a figure is printed. One of the two may be missing.
template <typename Row>
struct Printed {
    std::function<std::string(const Row&)> cell; ///< no_figure if there is none
    std::function<Json(const Row&)> value;       ///< null if there is none
};

template <typename Row>
struct Figure {
    std::string_view key; ///< in JSON and CSV; empty: in neither
    std::string heading;  ///< in tables for people
    unsigned tables = data_only;
    std::string_view meaning; ///< for people
    Printed<Row> printed;
    /// In tables for people it stands before the figure with this key; empty: as in the list.
    std::string_view before{};
    bool is_word = false; ///< text that others have chosen, or a word; else a number
    /// Why no_figure stands there, as the rest of a sentence; empty: it never does, or a note of
    /// the table says it.
    std::string_view missing{};
    /// The same of a row that has a reason of its own; empty: `missing` says it.
    std::function<std::string_view(const Row&)> missing_here{};
};

template <typename Row>
using Figures = std::vector<Figure<Row>>;

struct SeatFigures {
    int seat = 1;     ///< of a team the first
    std::string name; ///< "2"; of a team "2, 4"
    SeatRow row;
};

/// An AI in a contest of a knockout or ladder.
struct ContestFigures {
    const Contest* contest = nullptr;
    std::size_t number = 1; ///< of the contest, from 1
    std::size_t rank = 0; ///< in the contest, from 0; in a contest to come, the place in the group
    int ai() const { return contest->order.empty() ? contest->group[rank] : contest->order[rank]; }
};

/// A seat of a game.
struct GameFigures {
    const Results* store = nullptr;
    const GameOutcome* game = nullptr;
    std::size_t seat = 0; ///< its place, from 0
    bool counts = true;   ///< false: the match decides and isn't over
    const SeatOutcome& of() const { return game->seats[seat]; }
    std::size_t seat_number() const {
        const StoredTournament& tournament = store->tournament();
        return tournament.teams.empty()
                   ? seat + 1
                   : static_cast<std::size_t>(tournament.places().seats_of(seat).front());
    }
};

// The lists. They refer to the summary, which must live as long.

Figures<AiRow> ai_figures(const TournamentSummary& summary);
/// Rows are indexes of AIs.
Figures<int> win_rate_figures(const TournamentSummary& summary);
Figures<SeatFigures> seat_figures();
Figures<Pairing> pair_figures(const TournamentSummary& summary);
Figures<Ratings::Difference> difference_figures(const TournamentSummary& summary);
Figures<ContestFigures> contest_figures(const TournamentSummary& summary);
/// The rows of games.csv: only cells.
const Figures<GameFigures>& game_figures();

// The rows of tables that aren't in the summary as such.

/// The rows and the columns of the table of win rates: by overall win rate, and by name.
std::vector<int> ais_by_win_rate(const TournamentSummary& summary);
std::vector<int> ais_by_name(const TournamentSummary& summary);
std::vector<SeatFigures> seat_rows(const TournamentSummary& summary);
/// Contests in their order, in each the AIs, the best first.
std::vector<ContestFigures> contest_rows(const TournamentSummary& summary);

// Printing.

/// The columns of one table for people, from left to right.
template <typename Row>
Figures<Row> columns_of(const Figures<Row>& figures, unsigned table) {
    Figures<Row> columns;
    std::copy_if(
        figures.begin(), figures.end(), std::back_inserter(columns),
        [&](const Figure<Row>& figure) { return (figure.tables & table) != 0; });
    for (const Figure<Row>& figure : figures) {
        if (figure.before.empty() || (figure.tables & table) == 0) {
            continue;
        }
        const auto at = [&](std::string_view key) {
            return std::find_if(columns.begin(), columns.end(), [&](const Figure<Row>& column) {
                return column.key == key;
            });
        };
        const auto from = at(figure.key);
        const auto to = at(figure.before);
        if (to < from) {
            std::rotate(to, from, from + 1);
        } else if (to != columns.end()) {
            std::rotate(from, from + 1, to);
        }
    }
    return columns;
}

/// A table for people, with what its columns mean.
struct ReportTable : Table {
    std::vector<std::string> meanings{}; ///< by column
};

/// True for "0", "0.00" and the like.
bool is_zero(std::string_view cell);

/// Columns in which nothing but zeros, or nothing at all, would stand are left out. The note says
/// why no_figure stands in others.
template <typename Row>
ReportTable table_of(
    std::string_view name, std::string_view title, const Figures<Row>& figures,
    const std::vector<Row>& rows, unsigned table = in_table) {
    ReportTable made;
    made.name = name;
    made.title = title;
    made.words = 0;
    made.rows.resize(rows.size());
    for (const Figure<Row>& column : columns_of(figures, table)) {
        std::vector<std::string> cells;
        std::transform(rows.begin(), rows.end(), std::back_inserter(cells), column.printed.cell);
        const bool tells_nothing =
            !column.is_word && column.key != "games" &&
            (std::all_of(cells.begin(), cells.end(), is_zero) ||
             std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
                 return cell.empty() || cell == no_figure;
             }));
        if (tells_nothing && !rows.empty()) {
            continue;
        }
        made.words += column.is_word && made.words == made.header.size() ? 1 : 0;
        made.header.push_back(column.heading);
        made.meanings.emplace_back(column.meaning);
        std::vector<std::string_view> reasons;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::string_view own =
                column.missing_here ? column.missing_here(rows[row]) : std::string_view();
            const std::string_view reason = own.empty() ? column.missing : own;
            if (cells[row] == no_figure && !reason.empty() &&
                std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
                reasons.push_back(reason);
            }
        }
        if (!reasons.empty()) {
            made.note += fmt::format(
                "{}{} in \"{}\": {}.", made.note.empty() ? "" : " ", no_figure, column.heading,
                fmt::join(reasons, "; or "));
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            made.rows[row].push_back(std::move(cells[row]));
        }
    }
    return made;
}

/// All figures with a key, or those of some tables.
template <typename Row>
Json object_of(const Figures<Row>& figures, const Row& row, unsigned tables = ~0U) {
    Json object = Json::object();
    for (const Figure<Row>& figure : figures) {
        if (!figure.key.empty() && (tables == ~0U || (figure.tables & tables) != 0)) {
            object[figure.key] = figure.printed.value(row);
        }
    }
    return object;
}

template <typename Row>
Json array_of(const Figures<Row>& figures, const std::vector<Row>& rows) {
    Json array = Json::array();
    for (const Row& row : rows) {
        array.push_back(object_of(figures, row));
    }
    return array;
}

/// The confidence set of a rank: "2–4", "3"; no_figure without a rank.
std::string rank_set_text(const AiRow& row);

/// "+35 [-12, +84]"; "(+350) ≥ +210" where only a bound is known; "(+20)" without one.
std::string rating_text(const Ratings::Rating& rating);

/// "[41.2, 63.0]": an interval of shares as percentages.
std::string percent_interval(const ShareInterval& share);

/// The progress of a tournament for the page of `--watch`: the JSON of pages/web/types.d.ts,
/// TournamentProgress, with so many AIs as fit into `max_bytes`.
std::string live_progress(
    const ProgressView& view, const std::vector<std::string>& names, std::size_t max_bytes);

} // namespace referee
