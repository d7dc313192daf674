#include "tournament/text_tables.hpp"

#include "tournament/table_layout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <sstream>

namespace referee {
namespace {

std::string percent(double share, double of) {
    return of > 0 ? fmt::format("{:.1f}", 100 * share / of) : "–";
}

/// Shares are halves, thirds and so on: prints as few digits as possible.
std::string share_text(double share) {
    return fmt::format("{:.6g}", share);
}

/// "+35", or the bound of one that won or lost everything, or "–" if the results give neither.
std::string rating_value(const Ratings::Rating& rating) {
    if (rating.low && !rating.high) {
        return "≥ " + signed_text(*rating.low);
    }
    if (rating.high && !rating.low) {
        return "≤ " + signed_text(*rating.high);
    }
    return rating.value() ? signed_text(rating.elo) : "–";
}

std::string rating_interval(const Ratings::Rating& rating) {
    return rating.low && rating.high
               ? fmt::format("[{}, {}]", signed_text(*rating.low), signed_text(*rating.high))
               : "–";
}

/// The confidence set of a rank, "2–4".
std::string rank_set(const Ratings::Rating& rating) {
    return rating.best_rank == rating.worst_rank
               ? std::to_string(rating.best_rank)
               : fmt::format("{}–{}", rating.best_rank, rating.worst_rank);
}

Table standings(const TournamentSummary& summary) {
    Table table{
        "standings",
        "Standings",
        {"rank", "AI", "rating", "95 %", "ranks 95 %", "games", "wins", "draws", "losses"},
        {},
        2};
    if (summary.has_no_winner) {
        table.header.emplace_back("no winner");
    }
    if (summary.groups > 1) {
        table.header.emplace_back("group");
    }
    for (const char* const column : {"points", "score", "faults"}) {
        table.header.emplace_back(column);
    }
    for (const AiRow& row : summary.standings) {
        const bool is_rated = row.rating.games > 0;
        std::vector<std::string> cells{
            is_rated ? std::to_string(row.rating.rank) : "–",
            summary.names[row.ai],
            is_rated ? rating_value(row.rating) : "–",
            is_rated ? rating_interval(row.rating) : "–",
            is_rated ? rank_set(row.rating) : "–",
            std::to_string(row.games),
            std::to_string(row.wins),
            std::to_string(row.draws),
            std::to_string(row.losses)};
        if (summary.has_no_winner) {
            cells.push_back(std::to_string(row.no_winner));
        }
        if (summary.groups > 1) {
            cells.push_back(is_rated ? std::to_string(row.rating.group + 1) : "–");
        }
        cells.push_back(share_text(row.points));
        cells.push_back(share_text(row.score));
        cells.push_back(std::to_string(row.fault_count()));
        table.rows.push_back(cells);
    }
    return table;
}

/// Each pair of connected AIs, the better one first.
Table differences(const TournamentSummary& summary) {
    Table table{
        "differences",
        "Rating differences (*: significant for all pairs at once, 95 %)",
        {"AI", "above", "Elo", "95 %", "better %", ""},
        {},
        2};
    for (const Ratings::Difference& difference : summary.differences) {
        table.rows.push_back(
            {summary.names[difference.first], summary.names[difference.second],
             difference.is_in_core ? signed_text(difference.elo) : "–",
             difference.low
                 ? fmt::format(
                       "[{}, {}]", signed_text(*difference.low), signed_text(*difference.high))
                 : "–",
             // Never 100: no number of games gives certainty.
             difference.superiority
                 ? fmt::format("{:.1f}", std::min(99.9, 100 * *difference.superiority))
                 : "–",
             difference.is_certain ? "*" : ""});
    }
    return table;
}

/// Rows by overall win rate, columns by name. A cell has the win rate of the row's AI in games with
/// the column's AI, and the number of these games.
Table win_rates(const TournamentSummary& summary) {
    const std::vector<int> columns = ais_by_name(summary);
    Table table{
        "winrates",
        "Win rates: percent of the games that both played / number of these games",
        {"AI", "win rate %", "wins/games"},
        {},
        1};
    for (const int ai : columns) {
        table.header.push_back(summary.names[ai]);
    }
    for (const int ai : ais_by_win_rate(summary)) {
        const Meeting& all = summary.meetings[ai][ai];
        std::vector<std::string> cells{
            summary.names[ai], percent(all.share, static_cast<double>(all.games)),
            fmt::format("{}/{}", share_text(all.share), all.games)};
        for (const int other : columns) {
            const Meeting& met = summary.meetings[ai][other];
            cells.push_back(
                met.games == 0
                    ? "–"
                    : fmt::format(
                          "{}/{}", percent(met.share, static_cast<double>(met.games)), met.games));
        }
        table.rows.push_back(cells);
    }
    return table;
}

/// The cell of a measurement.
std::string measurement_text(const Measurement& measurement, const Measurements& measured) {
    const std::int64_t value = measured.*measurement.value;
    const double parts = measurement.shown == Shown::per_move
                             ? static_cast<double>(std::max<std::int64_t>(1, measured.moves))
                             : 1;
    switch (measurement.unit) {
    case Unit::milliseconds:
        return fmt::format("{:.2f}", milliseconds(value) / parts);
    case Unit::kibibytes:
        return fmt::format("{:.1f}", static_cast<double>(value) / parts / 1024);
    case Unit::count:
        break;
    }
    return parts == 1 ? std::to_string(value)
                      : fmt::format("{:.2f}", static_cast<double>(value) / parts);
}

Table endings(const TournamentSummary& summary) {
    Table table{
        "endings",
        "Endings, faults, and wall-clock time per move",
        {"AI", "won", "drawn", "lost"},
        {},
        1};
    for (std::size_t fault = 1; fault < all_names<Fault>.size(); ++fault) {
        table.header.emplace_back(all_names<Fault>[fault]);
    }
    for (const Measurement& measurement : measurements) {
        if (measurement.shown != Shown::no) {
            table.header.emplace_back(measurement.heading);
        }
    }
    table.header.insert(table.header.end(), {"median ms", "95 % ms"});
    for (const AiRow& row : summary.standings) {
        std::vector<std::string> cells{
            summary.names[row.ai], std::to_string(row.wins), std::to_string(row.draws),
            std::to_string(row.losses)};
        for (std::size_t fault = 1; fault < row.faults.size(); ++fault) {
            cells.push_back(std::to_string(row.faults[fault]));
        }
        for (const Measurement& measurement : measurements) {
            if (measurement.shown != Shown::no) {
                cells.push_back(measurement_text(measurement, row.measured));
            }
        }
        cells.push_back(fmt::format("{:.2f}", milliseconds(row.times.quantile(0.5))));
        cells.push_back(fmt::format("{:.2f}", milliseconds(row.times.quantile(0.95))));
        table.rows.push_back(cells);
    }
    return table;
}

Table by_seat(const TournamentSummary& summary) {
    Table table{"seats", "By seat", {"seat", "games", "win rate %", "95 %"}, {}, 0};
    for (std::size_t seat = 0; seat < summary.seats.size(); ++seat) {
        const SeatRow& row = summary.seats[seat];
        table.rows.push_back(
            {std::to_string(seat + 1), std::to_string(row.games),
             percent(row.share, static_cast<double>(row.games)),
             fmt::format("[{:.1f}, {:.1f}]", 100 * row.interval.low, 100 * row.interval.high)});
    }
    return table;
}

/// A p-value. With more than a thousand pairs it may be too small for a number, but it is never 0.
std::string probability_text(double probability) {
    constexpr double smallest = 1e-300;
    return probability < smallest ? "< 1e-300" : fmt::format("{:.2g}", probability);
}

Table pairs(const TournamentSummary& summary) {
    Table table{
        "pairs",
        "Double matches: won, drawn and lost by the first AI",
        {"first", "second", "pairs", "won", "drawn", "lost", "score %", "95 %", "Elo", "sign test",
         "Holm"},
        {},
        2};
    for (const Pairing& pairing : summary.pairings) {
        const MatchStatistics& result = pairing.result;
        table.rows.push_back(
            {summary.names[pairing.first], summary.names[pairing.second],
             std::to_string(result.pairs), std::to_string(result.won),
             std::to_string(result.pairs - result.won - result.lost), std::to_string(result.lost),
             percent(result.share.share, 1),
             fmt::format("[{:.1f}, {:.1f}]", 100 * result.share.low, 100 * result.share.high),
             elo_text(result.share), probability_text(result.sign_test),
             probability_text(pairing.corrected_sign_test)});
    }
    return table;
}

} // namespace

std::vector<int> ais_by_name(const TournamentSummary& summary) {
    std::vector<int> ais(summary.names.size());
    std::iota(ais.begin(), ais.end(), 0);
    std::stable_sort(
        ais.begin(), ais.end(), [&](int a, int b) { return summary.names[a] < summary.names[b]; });
    return ais;
}

std::vector<int> ais_by_win_rate(const TournamentSummary& summary) {
    std::vector<int> ais = ais_by_name(summary);
    const auto rate = [&](int ai) {
        const Meeting& all = summary.meetings[ai][ai];
        return all.games > 0 ? all.share / static_cast<double>(all.games) : -1;
    };
    std::stable_sort(ais.begin(), ais.end(), [&](int a, int b) { return rate(a) > rate(b); });
    return ais;
}

std::string rating_text(const Ratings::Rating& rating) {
    const bool has_interval = rating.low && rating.high;
    return rating_value(rating) + (has_interval ? " " + rating_interval(rating) : "");
}

std::vector<Table> tables_of(const TournamentSummary& summary) {
    std::vector<Table> tables{
        standings(summary), win_rates(summary), endings(summary), by_seat(summary)};
    if (!summary.differences.empty()) {
        tables.push_back(differences(summary));
    }
    if (!summary.pairings.empty()) {
        tables.push_back(pairs(summary));
    }
    put_verdict(summary, tables[0]);
    if (const std::optional<Table> contests = contest_table(summary)) {
        tables.insert(tables.begin() + 1, *contests);
    }
    return tables;
}

std::string tables_text(const TournamentSummary& summary) {
    std::string text = fmt::format(
        "{}: {} of {} games ({}, {} AIs, {} fields{})\n", summary.tournament.game, summary.games,
        summary.planned, summary.tournament.format, summary.names.size(), summary.fields,
        summary.tournament.shards > 1
            ? fmt::format(", shard {}/{}", summary.tournament.shard, summary.tournament.shards)
            : "");
    if (summary.verdict) {
        text += '\n';
        std::istringstream lines(verdict_text(summary));
        for (std::string line; std::getline(lines, line);) {
            text += wrapped(line, "  ") + '\n';
        }
    }
    for (const Table& table : tables_of(summary)) {
        text += fmt::format("\n{}\n\n{}", table.title, aligned(table));
    }
    if (!summary.sprt.empty()) {
        text += "\n" + summary.sprt + "\n";
    }
    for (const std::string& note : summary.notes) {
        text += "\n" + wrapped("note: " + note, "      ");
    }
    return text + (summary.notes.empty() ? "" : "\n");
}

} // namespace referee
