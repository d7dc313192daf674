#include "pages/report/report.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/charts.hpp"
#include "pages/report/elements.hpp"
#include "pages/report/losses.hpp"
#include "pages/report/style_map.hpp"
#include "pages/svg.hpp"
#include "tournament/report/conclusions.hpp"
#include "tournament/report/figures.hpp"
#include "tournament/report/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <numeric>

namespace referee {
namespace {

/// A name in a chart, shortened if it is long; the full name is its tooltip.
std::string label(const std::string& name) {
    constexpr std::size_t max = 16;
    return short_name(name, max) +
           (name.size() > max ? fmt::format("<title>{}</title>", escaped(name)) : "");
}

std::string linked(const std::string& url, const std::string& html) {
    return url.empty() ? html : fmt::format("<a href=\"{}\">{}</a>", url, html);
}

// A table for people becomes one of HTML: names are links, and small charts are added.

/// A column of charts, before the column with that heading; without it, at the end.
struct Chart {
    std::string before;
    std::string heading;
    std::function<std::string(std::size_t row)> cell;
};

/// What a table of a page has besides its cells.
struct Additions {
    std::vector<Chart> charts{};
    /// The AI that a cell names, or −1.
    std::function<int(std::size_t row, std::size_t column)> ai{};
    bool has_pairs = false;   ///< the first two cells name AIs, whose games the third leads to
    bool is_anchored = false; ///< rows have IDs, to which names of other tables lead
};

/// The ID of an AI's row in the standings.
std::string row_id(int ai) {
    return fmt::format("ai-{}", ai + 1);
}

/// A meaning as a tooltip.
std::string tooltip(std::string meaning) {
    std::erase(meaning, '`');
    return escaped(meaning);
}

std::string
table_html(const ReportTable& table, const Additions& additions, const ReportLinks& links) {
    std::vector<std::size_t> rows(table.rows.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::vector<HtmlColumn<std::size_t>> columns;
    const auto named = std::find(table.header.begin(), table.header.end(), "AI");
    // The column whose cells head their rows: that of the AI, or the first one of a pair.
    const std::size_t head =
        named == table.header.end() ? 0 : static_cast<std::size_t>(named - table.header.begin());
    const auto add_charts = [&](const std::string& before) {
        for (const Chart& chart : additions.charts) {
            if (chart.before == before) {
                HtmlColumn<std::size_t> column{chart.heading, "bars", chart.cell};
                columns.push_back(column);
            }
        }
    };
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        const auto cell = [&table, &additions, &links, i](std::size_t row) {
            const std::string& text = table.rows[row][i];
            const int ai = additions.ai && i < table.words ? additions.ai(row, i) : -1;
            if (ai >= 0) {
                const std::string url = links.ai ? links.ai(ai) : "";
                return linked(
                    additions.is_anchored && url.starts_with('#') ? "" : url, escaped(text));
            }
            if (additions.has_pairs && i == table.words) {
                return linked(
                    links.pair ? links.pair(additions.ai(row, 0), additions.ai(row, 1)) : "",
                    with_minus(escaped(text)));
            }
            // An estimate that isn't known: see rating_text().
            const bool is_soft = text.starts_with('(') && text.ends_with(')');
            return is_soft && i >= table.words
                       ? fmt::format("<span class=\"soft\">{}</span>", with_minus(escaped(text)))
                   : i < table.words ? escaped(text)
                                     : with_minus(escaped(text));
        };
        add_charts(table.header[i]);
        HtmlColumn<std::size_t> column{escaped(table.header[i]), "", cell};
        column.tooltip = tooltip(table.meanings[i]);
        if (i < table.words) { // a name may be cut off; the full name is its tooltip
            column.kind = "word";
            column.heads_rows = i == head;
            column.cell_tooltip = [&table, i](std::size_t row) {
                return escaped(table.rows[row][i]);
            };
        }
        columns.push_back(column);
    }
    add_charts("");
    const auto attributes = [&](std::size_t row) {
        return additions.is_anchored
                   ? fmt::format(" id=\"{}\"", row_id(additions.ai(row, table.words - 1)))
                   : std::string();
    };
    return html_table<std::size_t>("", columns, rows, {}, attributes);
}

std::string note_html(const std::string& note) {
    return note.empty() ? "" : fmt::format("<p class=\"about\">{}</p>\n", escaped(note));
}

// The charts beside the figures.

std::string percent_of(double value) {
    return fmt::format("{:.6g} %", value);
}

Chart rating_chart(const TournamentSummary& summary) {
    std::vector<Ratings::Rating> ratings;
    for (const AiRow& row : summary.standings) {
        ratings.push_back(row.rating);
    }
    constexpr double width = 160;
    const BarColumn column = rating_column(ratings, width);
    return {"95 %", column.head(), [column, ratings](std::size_t row) {
                return rating_cell_chart(column, ratings[row]);
            }};
}

/// The results of an AI as one bar.
constexpr auto endings = std::to_array<std::pair<std::string_view, std::int64_t AiRow::*>>(
    {{"won", &AiRow::wins}, {"drawn", &AiRow::draws}, {"lost", &AiRow::losses}});

Chart ending_chart(const TournamentSummary& summary) {
    const BarColumn column({0, 100, false}, 120, 2, percent_of);
    return {"moves", column.head(), [&summary, column](std::size_t number) {
                const AiRow& row = summary.standings[number];
                return column.cell([&](const Axis& axis, double y) {
                    std::string svg;
                    double from = 0;
                    for (const auto& [name, games] : endings) {
                        const auto count = static_cast<double>(row.*games);
                        const double share =
                            row.games > 0 ? 100 * count / static_cast<double>(row.games) : 0;
                        svg += svg_rect(
                            name, axis.at(from), y - 7, axis.at(from + share) - axis.at(from), 14,
                            fmt::format("{} {:.0f}", name, count));
                        from += share;
                    }
                    return svg;
                });
            }};
}

/// Median and 95th percentile of the time per move, on a scale of powers of ten.
Chart time_chart(const TournamentSummary& summary) {
    const auto power = [](std::int64_t ns) {
        return std::log10(std::max(1e-3, static_cast<double>(ns) / 1e6));
    };
    Range range;
    for (const AiRow& row : summary.standings) {
        if (row.measured.moves > 0) {
            range.include(std::floor(power(row.times.quantile(0.5))));
            range.include(std::ceil(power(row.times.quantile(0.95))));
        }
    }
    range.high = std::max(range.high, range.low + 1);
    const BarColumn column(
        range, 130, static_cast<int>(std::lround(range.high - range.low)),
        [](double value) { return fmt::format("{:.6g} ms", std::pow(10, value)); });
    return {"", column.head(), [&summary, column, power](std::size_t number) {
                const AiRow& row = summary.standings[number];
                return row.measured.moves == 0
                           ? std::string()
                           : column.cell([&](const Axis& axis, double y) {
                                 const double median = axis.at(power(row.times.quantile(0.5)));
                                 const double high = axis.at(power(row.times.quantile(0.95)));
                                 return svg_line("bar", median, y, high, y, "stroke-width=\"6\"") +
                                        svg_circle("dot", median, y, 4);
                             });
            }};
}

Chart seat_chart(const TournamentSummary& summary) {
    const BarColumn column({0, 100, false}, 260, 4, percent_of);
    return {"95 %", column.head(), [&summary, column](std::size_t seat) {
                const ShareInterval& share = summary.seats[seat].interval;
                return column.cell([&](const Axis& axis, double y) {
                    return svg_rect(
                               "bar", axis.at(0), y - 7, axis.at(100 * share.share) - axis.at(0),
                               14) +
                           svg_line(
                               "dot", axis.at(100 * share.low), y, axis.at(100 * share.high), y,
                               "stroke-width=\"2\"");
                });
            }};
}

/// Red for 0, white for an even share, blue for 1. The numbers keep it readable in print.
std::string colour_of(double share, double even) {
    const double strength = share >= even ? (share - even) / std::max(1e-9, 1 - even)
                                          : (share - even) / std::max(1e-9, even);
    const auto mixed = [&](int full) {
        return static_cast<int>(std::lround(255 + (full - 255) * std::abs(strength)));
    };
    return strength >= 0 ? fmt::format("#{:02x}{:02x}{:02x}", mixed(74), mixed(134), mixed(190))
                         : fmt::format("#{:02x}{:02x}{:02x}", mixed(214), mixed(96), mixed(77));
}

/// Who won how much against whom, in the order of the standings. Larger ones are unreadable.
constexpr std::size_t max_ais_in_map = 60;

/// Room for the names beside and above the map.
struct MapEdges {
    double left = 0;
    double head = 0;
};

MapEdges edges_of(const TournamentSummary& summary) {
    std::size_t longest = 0;
    for (const std::string& name : summary.names) {
        longest = std::max(longest, std::min<std::size_t>(name.size(), 16));
    }
    const auto letters = static_cast<double>(longest);
    return {24 + 8.4 * letters, 22 + 5 * letters};
}

/// One square of the map, at x, y.
std::string map_cell(
    const TournamentSummary& summary, const AiRow& row, const AiRow& column, double x, double y,
    double size) {
    constexpr double height = 24;
    const Meeting& met = summary.meetings[row.ai][column.ai];
    if (met.games == 0 || row.ai == column.ai) {
        return svg_rect("cell none", x + 1, y + 1, size - 2, height);
    }
    const double share = met.share / static_cast<double>(met.games);
    return svg_rect(
               "cell", x + 1, y + 1, size - 2, height,
               fmt::format(
                   "{} against {}: {:.1f} % of {}", escaped(summary.names[row.ai]),
                   escaped(summary.names[column.ai]), 100 * share, counted(met.games, "game")),
               fmt::format("fill=\"{}\"", colour_of(share, 1.0 / summary.tournament.seats))) +
           // The squares are light in dark mode too.
           svg_text("on", x + size / 2, y + 17, "middle", fmt::format("{:.0f}", 100 * share));
}

std::string heat_map(const TournamentSummary& summary, const ReportLinks& links) {
    const std::size_t count = summary.standings.size();
    if (summary.games == 0 || count > max_ais_in_map) {
        return "";
    }
    constexpr double row_height = 26;
    const double size = count > 16 ? 31 : 52;
    const MapEdges edges = edges_of(summary);
    std::string svg;
    double x = edges.left;
    for (const AiRow& column : summary.standings) {
        svg += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-40)\">{}</text>\n", x + size / 2,
            edges.head - 8, label(summary.names[column.ai]));
        x += size;
    }
    double y = edges.head;
    for (const AiRow& row : summary.standings) {
        svg += linked(
            links.ai ? links.ai(row.ai) : "",
            // A finger finds the name in its whole row.
            svg_rect("hit", 0, y + 1, edges.left - 4, row_height - 2) +
                svg_text("name", edges.left - 10, y + 17, "end", label(summary.names[row.ai])));
        x = edges.left;
        for (const AiRow& column : summary.standings) {
            const bool have_met =
                row.ai != column.ai && summary.meetings[row.ai][column.ai].games > 0;
            svg += linked(
                have_met && links.pair ? links.pair(row.ai, column.ai) : "",
                map_cell(summary, row, column, x, y, size));
            x += size;
        }
        y += row_height;
    }
    const double width = edges.left + size * static_cast<double>(count) + 60;
    return scroll_box(
        "Map of win rates",
        svg_of(
            {"chart wide", width, y + 6,
             "Win rates of the rows' AIs in games with the columns', in percent"},
            svg));
}

/// Which AI a cell names: in tables of AIs, and in those of pairs.
template <typename Pair>
auto names_of_pairs(const std::vector<Pair>& pairs) {
    return [&pairs](std::size_t row, std::size_t column) {
        return column == 0 ? pairs[row].first : pairs[row].second;
    };
}

Additions additions_of(const ReportTable& table, const TournamentSummary& summary) {
    const auto named_by = [&table](auto ai_of_row) {
        return [&table, ai_of_row](std::size_t row, std::size_t column) {
            return table.header[column] == "AI" ? ai_of_row(row) : -1;
        };
    };
    const auto of_standings =
        named_by([&summary](std::size_t row) { return summary.standings[row].ai; });
    if (table.name == "standings") {
        return {{rating_chart(summary)}, of_standings, false, true};
    }
    if (table.name == "endings") {
        return {{ending_chart(summary), time_chart(summary)}, of_standings};
    }
    if (table.name == "winrates") {
        return {
            {}, named_by([ais = ais_by_win_rate(summary)](std::size_t row) { return ais[row]; })};
    }
    if (table.name == "without_ladder") {
        return {
            {}, named_by([&summary](std::size_t row) { return summary.without_ladder[row].ai; })};
    }
    if (table.name == "contests") {
        return {{}, named_by([rows = contest_rows(summary)](std::size_t row) {
                    return rows[row].ai();
                })};
    }
    if (table.name == "seats") {
        return {{seat_chart(summary)}};
    }
    if (table.name == "pairs") {
        return {{}, names_of_pairs(summary.pairings), true};
    }
    return table.name == "differences" ? Additions{{}, names_of_pairs(summary.differences), true}
                                       : Additions();
}

// The parts of the page.

/// A part with a heading, to which the contents lead.
void add_part(
    ReportParts& report, const std::string& id, const std::string& title,
    const std::string& heading, const std::string& html) {
    report.parts.push_back({id, title});
    report.body += fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, heading, html);
}

std::string folded(const std::string& summary, const std::string& html) {
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n", summary, html);
}

/// Beside the win rates, whose circles it explains.
void add_styles(ReportParts& report, const TournamentSummary& summary) {
    if (const std::string map = style_map_html(summary); !map.empty()) {
        add_part(report, "styles", "Styles", "Who beats whom in a circle", map);
    }
}

void add_tables(ReportParts& report, const TournamentSummary& summary, const ReportLinks& links) {
    // Their names for the contents; tables of pairs are folded.
    static const std::map<std::string_view, std::string_view> titles{
        {"standings", "Standings"}, {"contests", "Contests"},
        {"winrates", "Win rates"},  {"endings", "Endings and time"},
        {"seats", "Seats"},         {"differences", "Differences"},
        {"pairs", "Pairs"},         {"without_ladder", "Without a ladder"}};
    for (const ReportTable& table : tables_of(summary, max_ais_in_map, all_rows, Reader::page)) {
        const std::string all =
            table_html(table, additions_of(table, summary), links) + note_html(table.note);
        std::string html;
        if (table.name == "winrates") {
            html = heat_map(summary, links) + folded("the same as a table", all);
        } else if (table.name == "differences" || table.name == "pairs") {
            html = folded(
                counted(static_cast<std::int64_t>(table.rows.size()), "pair") + " of AIs", all);
        } else {
            html = (table.name == "endings" ? chart_key(
                                                  {{"won", "won"},
                                                   {"drawn", "drawn"},
                                                   {"lost", "lost"},
                                                   {"dot", "median time of a move; the bar ends "
                                                           "at the 95th percentile"}})
                                            : "") +
                   all;
        }
        const bool has_map = table.name == "winrates" && html.starts_with("<div");
        add_part(
            report, std::string(table.name), std::string(titles.at(table.name)),
            has_map ? "Win rates in percent" : escaped(table.title), html);
        if (table.name == "winrates") {
            add_styles(report, summary);
        }
    }
}

/// A part for each AI that is explained, folded if there are several, all but the last one's.
void add_losses(
    ReportParts& report, const std::vector<Explanation>& explanations,
    const std::vector<StoredField>& fields, const ReportLinks& links) {
    const LinkToTurn link_to_turn = [&](const LostGame& game, const std::string& text) {
        return linked(links.game ? links.game(game.game, game.record) : "", text);
    };
    std::string html;
    for (const Explanation& explanation : explanations) {
        const std::string all = explanation_html(explanation, fields, link_to_turn);
        html += explanations.size() == 1
                    ? all
                    : fmt::format(
                          "<details class=\"losses\"{}><summary>{}</summary>\n{}</details>\n",
                          &explanation == &explanations.back() ? " open" : "",
                          escaped(explanation.name), all);
    }
    if (explanations.size() == 1) {
        add_part(
            report, "losses", "Losses",
            fmt::format("Where does {} lose?", escaped(explanations.front().name)), html);
    } else if (!html.empty()) {
        add_part(
            report, "losses", "Losses", "Where does each AI lose?",
            "<div class=\"folds\">\n" + html + "</div>\n");
    }
}

std::string example_html(const Context& context, const ReportLinks& links, const StoredFault& row) {
    const std::string field = escaped(context.fields[static_cast<std::size_t>(row.field)]);
    std::string html = fmt::format(
        "<li>{}, {}, {}, seat {}: {}",
        linked(
            links.game ? links.game(row.game, row.record) : "",
            fmt::format("game {}", row.game + 1)),
        linked(links.field ? links.field(row.field) : "", field), turn_text(row.detail),
        row.detail.seat, escaped(safe_text(row.detail.reason)));
    if (!row.detail.printed.empty()) {
        html += "\n<pre>" + escaped_lines(safe_lines(row.detail.printed)) + "</pre>";
    }
    return html + "</li>\n";
}

/// One line for each AI and kind; the first games are below it.
void add_faults(ReportParts& report, const Context& context, const ReportLinks& links) {
    std::string html;
    for (const FaultGroup& group : context.faults) {
        const std::string title = fmt::format(
            "{}: {} in {}", escaped(context.ais[static_cast<std::size_t>(group.ai)]),
            name_of(group.fault), counted(group.games, "game"));
        std::string examples;
        for (const StoredFault& row : group.examples) {
            examples += example_html(context, links, row);
        }
        html += examples.empty() ? "<p>" + title + "</p>\n"
                                 : folded(title, "<ul class=\"faults\">\n" + examples + "</ul>\n");
    }
    if (!html.empty()) {
        add_part(report, "faults", "Faults", "Faults, with the first games of each kind", html);
    }
}

void add_games(ReportParts& report, const Context& context, const ReportLinks& links) {
    if (context.recorded.empty()) {
        return;
    }
    const auto ais = [&context](const GameWithRecord& game) {
        std::vector<std::string> seats;
        for (std::size_t seat = 0; seat < game.ais.size(); ++seat) {
            seats.push_back(fmt::format(
                "{} ({})", context.ais[static_cast<std::size_t>(game.ais[seat])],
                game.ranks[seat]));
        }
        return escaped(fmt::format("{}", fmt::join(seats, ", ")));
    };
    const std::vector<HtmlColumn<GameWithRecord>> columns{
        {"game", "",
         [&](const GameWithRecord& game) {
             return linked(
                 links.game ? links.game(game.game, game.record) : "",
                 std::to_string(game.game + 1));
         }},
        {"field", "word",
         [&](const GameWithRecord& game) {
             return escaped(context.fields[static_cast<std::size_t>(game.field)]);
         }},
        {"AIs by seat, with ranks", "word", ais, "", false, "", ais},
        {"end", "word", [](const GameWithRecord& game) { return escaped(game.reason); }},
    };
    add_part(
        report, "games", "Games", "Games with records",
        folded(
            fmt::format("the first {}", context.recorded.size()),
            html_table("", columns, context.recorded)));
}

void add_how(ReportParts& report, const TournamentSummary& summary, const Context& context) {
    std::string html = "<dl>\n";
    const auto add = [&](std::string_view what, const std::string& value) {
        if (!value.empty()) {
            html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, escaped(value));
        }
    };
    add("Played", context.started.empty() ? ""
                                          : fmt::format(
                                                "{} to {} UTC", minute_text(context.started),
                                                minute_text(context.ended)));
    add("Limits", context.limits);
    add("Machine", machines_text(context.machines));
    add("Referee", context.version);
    html += "</dl>\n<ul class=\"notes\">\n";
    for (const std::string& note : summary.notes) {
        html += fmt::format("<li>{}</li>\n", escaped(note));
    }
    add_part(report, "how", "How it was played", "How it was played", html + "</ul>\n");
}

/// "4 seats", "2 teams of 2 seats".
std::string players_of(const Teams& places) {
    return places.are_played() ? fmt::format("{} teams of {} seats", places.places(), places.size())
                               : counted(places.seats(), "seat");
}

} // namespace

std::vector<std::string> answer_of(const TournamentSummary& summary, bool has_advice) {
    std::vector<std::string> sentences;
    if (summary.verdict) {
        sentences.push_back(verdict_text(summary));
    }
    if (!summary.sprt.empty()) {
        const std::size_t end = summary.sprt.find('\n');
        sentences.push_back(summary.sprt.substr(0, end));
        if (end != std::string::npos) {
            sentences.push_back(summary.sprt.substr(end + 1));
        }
    }
    for (std::string& sentence : conclusions_of(summary, has_advice)) {
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

ReportParts report_parts(
    const TournamentSummary& summary, const Context& context, const ReportLinks& links,
    const std::vector<Explanation>& explanations, const std::vector<StoredField>& fields) {
    ReportParts report;
    report.lead = escaped(fmt::format(
        "{}, {} of {} games, {}, {}, {}{}", summary.tournament.game, summary.games, summary.planned,
        summary.tournament.format, counted(summary.fields, "field"),
        players_of(summary.tournament.places()),
        context.started.empty() ? "" : ", " + context.ended.substr(0, 10)));
    const bool is_season = summary.tournament.format == season_format;
    report.body = paragraphs_html("answer", answer_of(summary, !is_season));
    add_tables(report, summary, links);
    add_losses(report, explanations, fields, links);
    add_faults(report, context, links);
    add_games(report, context, links);
    add_how(report, summary, context);
    return report;
}

std::string report_html(
    const TournamentSummary& summary, const Context& context, const std::string& path,
    const std::vector<Explanation>& explanations, const std::vector<StoredField>& fields) {
    ReportLinks links;
    links.ai = [](int ai) { return "#" + row_id(ai); };
    links.game = [&](std::int64_t, const std::string& record) {
        namespace fs = std::filesystem;
        if (record.empty()) {
            return std::string();
        }
        const fs::path target = (fs::path(context.folder) / record).lexically_normal();
        const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
        // A colon in the first part would make it a URL scheme; ./ keeps it a path.
        return "./" + url_of(target.lexically_relative(folder).generic_string());
    };
    const ReportParts report = report_parts(summary, context, links, explanations, fields);
    return self_contained_page(context.title, report.lead, report.parts, report.body);
}

} // namespace referee
