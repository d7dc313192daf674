#include "pages/site/report.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/site/charts.hpp"
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

namespace referee {
namespace {

/// A name in a chart, shortened if it is long; the full name is its tooltip.
std::string label(const std::string& name) {
    constexpr std::size_t max = 16;
    return short_name(name, max) +
           (name.size() > max ? fmt::format("<title>{}</title>", escaped(name)) : "");
}

std::string table_html(const Table& table) {
    using Cells = std::vector<std::string>;
    std::vector<HtmlColumn<Cells>> columns;
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        const auto cell = [i, words = table.words](const Cells& cells) {
            // An estimate that isn't known: see rating_text().
            const bool is_soft = cells[i].starts_with('(') && cells[i].ends_with(')');
            return is_soft && i >= words
                       ? fmt::format("<span class=\"soft\">{}</span>", escaped(cells[i]))
                       : escaped(cells[i]);
        };
        HtmlColumn<Cells> column{escaped(table.header[i]), "", cell};
        column.tooltip = column.heading;
        if (i < table.words) { // a name may be cut off; the full name is its tooltip
            column.kind = "word";
            column.cell_tooltip = cell;
        }
        columns.push_back(column);
    }
    return html_table("", columns, table.rows);
}

/// A link from the page to a record, or its text where there is none.
std::string link_to(
    const Context& context, const std::string& page, const std::string& record,
    const std::string& text) {
    namespace fs = std::filesystem;
    if (record.empty()) {
        return text;
    }
    const fs::path target = (fs::path(context.folder) / record).lexically_normal();
    const fs::path folder = fs::absolute(page).lexically_normal().parent_path();
    // A colon in the first part would make it a URL scheme; ./ keeps it a path.
    return link("./", target.lexically_relative(folder).generic_string(), text);
}

std::string
example_html(const Context& context, const std::string& page, const Store::FaultRow& row) {
    std::string html = fmt::format(
        "<li>{}, {}, {}, seat {}: {}",
        link_to(context, page, row.record, fmt::format("game {}", row.game + 1)),
        escaped(context.fields[static_cast<std::size_t>(row.field)]), turn_text(row.detail),
        row.detail.seat, escaped(safe_text(row.detail.reason)));
    if (!row.detail.printed.empty()) {
        html += "\n<pre>" + escaped(safe_lines(row.detail.printed)) + "</pre>";
    }
    return html + "</li>\n";
}

// Head, faults and links to records. `path` is the page's own; links are relative to it.

std::string head_html(const TournamentSummary& summary, const Context& context) {
    std::string html;
    if (summary.verdict) {
        html += fmt::format("<p class=\"verdict\">{}</p>\n", escaped(verdict_text(summary)));
    }
    if (!summary.sprt.empty()) {
        const std::size_t end = summary.sprt.find('\n');
        html += fmt::format(
            "<p class=\"verdict\">{}</p>\n<p>{}</p>\n", escaped(summary.sprt.substr(0, end)),
            end == std::string::npos ? "" : escaped(summary.sprt.substr(end + 1)));
    }
    for (const std::string& sentence : conclusions_of(summary)) {
        html += fmt::format("<p class=\"verdict\">{}</p>\n", escaped(sentence));
    }
    html += "<dl>\n";
    const auto add = [&](std::string_view what, const std::string& value) {
        if (!value.empty()) {
            html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, escaped(value));
        }
    };
    add("Games", fmt::format(
                     "{} of {}, {}, {} fields, {} seats", summary.games, summary.planned,
                     summary.tournament.format, summary.fields, summary.tournament.seats));
    add("Played", context.started.empty() ? ""
                                          : fmt::format(
                                                "{} to {} UTC", minute_text(context.started),
                                                minute_text(context.ended)));
    add("Limits", context.limits);
    add("Machine", machines_text(context.machines));
    add("Referee", context.version);
    return html + "</dl>\n";
}

std::string faults_html(const Context& context, const std::string& path) {
    if (context.faults.empty()) {
        return "";
    }
    std::string html = "<h2>Faults, with the first games of each kind</h2>\n";
    for (const FaultGroup& group : context.faults) {
        html += fmt::format(
            "<h3>{}: {} in {} game{}</h3>\n<ul class=\"faults\">\n",
            escaped(context.ais[static_cast<std::size_t>(group.ai)]), name_of(group.fault),
            group.games, group.games == 1 ? "" : "s");
        for (const Store::FaultRow& row : group.examples) {
            html += example_html(context, path, row);
        }
        html += "</ul>\n";
    }
    return html;
}

std::string games_html(const Context& context, const std::string& path) {
    if (context.recorded.empty()) {
        return "";
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
             return link_to(context, path, game.record, std::to_string(game.game + 1));
         }},
        {"field", "word",
         [&](const GameWithRecord& game) {
             return escaped(context.fields[static_cast<std::size_t>(game.field)]);
         }},
        {"AIs by seat, with ranks", "word", ais, "", false, "", ais},
        {"end", "word", [](const GameWithRecord& game) { return escaped(game.reason); }},
    };
    return fmt::format(
        "<h2>Games with records</h2>\n<details><summary>the first {}</summary>\n{}</details>\n",
        context.recorded.size(), html_table("", columns, context.recorded));
}

// Charts. Most have a row for each AI: its name on the left, and what is told about it.

constexpr double left_edge = 170;
constexpr double chart_width = 760;
constexpr double row_height = 26;
constexpr double axis_height = 34; ///< below the rows, for the numbers of the axis

Axis axis_of(double low, double high) {
    return {low, high, left_edge, chart_width - 60};
}

/// On a phone a wide chart scrolls; the others shrink to the screen, with larger letters.
std::string chart(double width, double height, std::string_view about, const std::string& content) {
    const SvgBox box{width > chart_width ? "wide" : "", width, height, std::string(about)};
    return svg_of(box, content) + "\n";
}

/// Upright lines with their labels below them. `text_of` labels a value.
std::string
grid(const Axis& axis, double height, const std::vector<double>& values, const auto& text_of) {
    std::string svg;
    for (const double value : values) {
        const double x = axis.at(value);
        svg += svg_line("grid", x, 4, x, height - 22) +
               svg_text("soft", x, height - 6, "middle", text_of(value));
    }
    return svg;
}

/// The names of rows, and what `draw(row, y)` puts beside each.
template <typename Row>
std::string rows_of(const std::vector<Row>& rows, const auto& name_of_row, const auto& draw) {
    std::string svg;
    double y = row_height / 2 + 4;
    for (const Row& row : rows) {
        svg += svg_text("", left_edge - 12, y + 4, "end", name_of_row(row)) + draw(row, y);
        y += row_height;
    }
    return svg;
}

double height_of(std::size_t rows) {
    return row_height * static_cast<double>(rows) + axis_height;
}

auto names_in(const TournamentSummary& summary) {
    return [&summary](const AiRow& row) { return label(summary.names[row.ai]); };
}

/// Ratings with their intervals; what is only bounded is an arrow.
std::string rating_chart(const TournamentSummary& summary) {
    Range range;
    for (const AiRow& row : summary.standings) {
        include(range, row.rating);
    }
    if (range.is_empty) {
        return "";
    }
    range = range.widened(std::max(20.0, (range.high - range.low) * 0.06));
    const Axis axis = axis_of(range.low, range.high);
    const double height = height_of(summary.standings.size());
    const auto draw = [&](const AiRow& row, double y) {
        return rating_marks(row.rating, axis, y, 5, {axis.begin, axis.end});
    };
    return chart(
        chart_width, height, "Ratings with 95 % intervals",
        grid(axis, height, grid_values(axis, 8), [](double value) {
            return fmt::format("{:.6g}", value);
        }) + rows_of(summary.standings, names_in(summary), draw));
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

std::string heat_map(const TournamentSummary& summary) {
    constexpr double cell = 52;
    constexpr double head = 120; // room for the longest rotated label
    const auto count = static_cast<double>(summary.standings.size());
    const double even = 1.0 / summary.tournament.seats;
    std::string svg;
    double x = left_edge;
    for (const AiRow& column : summary.standings) {
        svg += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-40)\">{}</text>\n", x + cell / 2,
            head - 8, label(summary.names[column.ai]));
        x += cell;
    }
    double y = head;
    for (const AiRow& row : summary.standings) {
        svg += svg_text("", left_edge - 12, y + 19, "end", label(summary.names[row.ai]));
        x = left_edge;
        for (const AiRow& column : summary.standings) {
            const Meeting& met = summary.meetings[row.ai][column.ai];
            const bool has_met = met.games > 0 && row.ai != column.ai;
            const double share = has_met ? met.share / static_cast<double>(met.games) : 0;
            svg += svg_rect(
                has_met ? "cell" : "cell none", x + 1, y + 1, cell - 2, 28, "",
                has_met ? fmt::format("fill=\"{}\"", colour_of(share, even)) : "");
            if (has_met) {
                // The cells are light in dark mode too.
                svg += svg_text(
                    "on", x + cell / 2, y + 19, "middle", fmt::format("{:.0f}", 100 * share));
            }
            x += cell;
        }
        y += 30;
    }
    return chart(
        left_edge + cell * count + 20, head + 30 * count + 8,
        "Win rates of the rows' AIs in games with the columns'", svg);
}

std::string seat_chart(const TournamentSummary& summary) {
    const Axis axis = axis_of(0, 100);
    const double height = height_of(summary.seats.size());
    const auto draw = [&](const SeatFigures& seat, double y) {
        const ShareInterval& share = seat.row.interval;
        return svg_rect("bar", axis.at(0), y - 7, axis.at(100 * share.share) - axis.at(0), 14) +
               svg_line(
                   "dot", axis.at(100 * share.low), y, axis.at(100 * share.high), y,
                   "stroke-width=\"2\"");
    };
    return chart(
        chart_width, height, "Win rate of each seat with 95 % intervals",
        grid(
            axis, height, grid_values(axis, 10),
            [](double value) { return fmt::format("{:.6g} %", value); }) +
            rows_of(
                seat_rows(summary),
                [](const SeatFigures& seat) { return fmt::format("seat {}", seat.seat); }, draw));
}

/// The results of each AI as one bar.
std::string ending_chart(const TournamentSummary& summary) {
    struct Part {
        std::string_view name; ///< and class in the style
        std::int64_t AiRow::*games;
    };
    static constexpr std::array<Part, 3> parts{
        {{"won", &AiRow::wins}, {"drawn", &AiRow::draws}, {"lost", &AiRow::losses}}};
    const Axis axis = axis_of(0, 100);
    const auto draw = [&](const AiRow& row, double y) {
        std::string svg;
        double from = 0;
        for (const Part& part : parts) {
            const auto games = static_cast<double>(row.*part.games);
            const double share = row.games > 0 ? 100 * games / static_cast<double>(row.games) : 0;
            svg += svg_rect(
                part.name, axis.at(from), y - 8, axis.at(from + share) - axis.at(from), 16,
                fmt::format("{} {:.0f}", part.name, games));
            from += share;
        }
        return svg;
    };
    std::string svg = rows_of(summary.standings, names_in(summary), draw);
    const double y = row_height * static_cast<double>(summary.standings.size());
    double x = left_edge;
    for (const Part& part : parts) {
        svg += svg_rect(part.name, x, y + row_height / 2 + 4, 14, 14) +
               svg_text("", x + 20, y + row_height / 2 + 16, "start", part.name);
        x += 90;
    }
    return chart(chart_width, y + 60, "Games won, drawn and lost by each AI", svg);
}

/// Median and 95th percentile of the time per move, on a scale of powers of ten.
std::string time_chart(const TournamentSummary& summary) {
    const auto power = [](std::int64_t ns) {
        return std::log10(std::max(1e-3, static_cast<double>(ns) / 1e6));
    };
    Range range{-1, 1, false};
    for (const AiRow& row : summary.standings) {
        range.include(std::floor(power(row.times.quantile(0.5))));
        range.include(std::ceil(power(row.times.quantile(0.95))));
    }
    const Axis axis = axis_of(range.low, range.high);
    std::vector<double> powers;
    for (double value = axis.low; value <= axis.high; value += 1) {
        powers.push_back(value);
    }
    const double height = height_of(summary.standings.size());
    const auto draw = [&](const AiRow& row, double y) {
        const double median = axis.at(power(row.times.quantile(0.5)));
        const double high = axis.at(power(row.times.quantile(0.95)));
        return row.measured.moves > 0 ? svg_line("bar", median, y, high, y, "stroke-width=\"6\"") +
                                            svg_circle("dot", median, y, 5)
                                      : std::string();
    };
    return chart(
        chart_width, height, "Time per move: median (dot) and 95th percentile (bar's end)",
        grid(axis, height, powers, [](double value) {
            return fmt::format("{:.6g} ms", std::pow(10, value));
        }) + rows_of(summary.standings, names_in(summary), draw));
}

std::string rendered_for(std::string_view table, const TournamentSummary& summary) {
    // Larger charts are unreadable.
    constexpr std::size_t max_ais = 60;
    if (summary.games == 0 || summary.names.size() > max_ais) {
        return "";
    }
    if (table == "standings") {
        return rating_chart(summary);
    }
    if (table == "winrates") {
        return heat_map(summary);
    }
    if (table == "endings") {
        return ending_chart(summary) + "<h2>Time per move</h2>\n" + time_chart(summary);
    }
    return table == "seats" ? seat_chart(summary) : "";
}

} // namespace

std::string
report_html(const TournamentSummary& summary, const Context& context, const std::string& path) {
    std::string html = head_html(summary, context);
    for (const Table& table : tables_of(summary)) {
        const std::string picture = rendered_for(table.name, summary);
        html += fmt::format(
            "<h2>{}</h2>\n{}{}", escaped(table.title),
            picture.empty() ? "" : "<div class=\"scroll\">\n" + picture + "</div>\n",
            table_html(table));
        html += table.note.empty()
                    ? ""
                    : fmt::format("<p class=\"about\">{}</p>\n", escaped(table.note));
    }
    html += faults_html(context, path) + games_html(context, path);
    for (const std::string& note : summary.notes) {
        html += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
    }
    return self_contained_page(context.title, "report.css", html);
}

} // namespace referee
