#include "tournament/html.hpp"

#include "tournament/html_parts.hpp"
#include "tournament/text_tables.hpp"
#include "view/web_files.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

namespace referee {
namespace {

/// A name in a chart, shortened if it is long; the full name is its tooltip.
std::string label(const std::string& name) {
    constexpr std::size_t max = 16;
    if (name.size() <= max) {
        return escaped(name);
    }
    std::size_t end = max - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80) {
        --end; // not within a character
    }
    return fmt::format("{}…<title>{}</title>", escaped(name.substr(0, end)), escaped(name));
}

std::string table_of(const Table& table) {
    std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        html += fmt::format(
            "<th{0} title=\"{1}\">{1}</th>", i < table.words ? " class=\"word\"" : "",
            escaped(table.header[i]));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            // A name may be cut off; the full name is its tooltip.
            html += i < table.words
                        ? fmt::format("<td class=\"word\" title=\"{0}\">{0}</td>", escaped(row[i]))
                        : fmt::format("<td>{}</td>", escaped(row[i]));
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

constexpr double left_edge = 170;
constexpr double chart_width = 760;
constexpr double row_height = 26;

/// On a phone a wide chart scrolls; the others shrink to the screen, with larger letters.
std::string begin_chart(double width, double height, std::string_view about) {
    return fmt::format(
        "<svg role=\"img\"{3} viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" xmlns=\"http://www.w3.org/2000/svg\"><title>{2}</title>\n",
        width, height, about, width > chart_width ? " class=\"wide\"" : "");
}

std::string text_at(
    double x, double y, std::string_view anchor, std::string_view text,
    std::string_view kind = "") {
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor,
        kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), text);
}

/// A readable distance between grid lines: 1, 2 or 5 times a power of ten.
double step_for(double range, int lines) {
    const double rough = std::max(range, 1e-9) / lines;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            return factor * power;
        }
    }
    return 10 * power;
}

/// Maps values to x coordinates of a chart.
struct Axis {
    double low = 0;
    double high = 1;
    double at(double value) const {
        const double share = (std::clamp(value, low, high) - low) / (high - low);
        return left_edge + share * (chart_width - left_edge - 60);
    }
};

/// An upright line with its label below it.
std::string grid_line(double x, double height, const std::string& text) {
    return fmt::format(
               "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"4\" y2=\"{1:.1f}\"/>\n", x,
               height - 22) +
           text_at(x, height - 6, "middle", text, "soft");
}

std::string grid(const Axis& axis, double height, double step, std::string_view unit) {
    std::string svg;
    for (double value = std::ceil(axis.low / step) * step; value <= axis.high + step / 1e6;
         value += step) {
        svg += grid_line(
            axis.at(value), height, fmt::format("{:.6g}{}", value == 0 ? 0 : value, unit));
    }
    return svg;
}

/// Ratings with their intervals; the open interval beyond a bound is dashed.
std::string rating_chart(const TournamentSummary& summary) {
    Axis axis{0, 0};
    int count = 0;
    for (const AiRow& row : summary.standings) {
        for (const std::optional<double>& end :
             {row.rating.low, row.rating.value(), row.rating.high}) {
            if (!end) {
                continue;
            }
            axis.low = count == 0 ? *end : std::min(axis.low, *end);
            axis.high = count == 0 ? *end : std::max(axis.high, *end);
            ++count;
        }
    }
    if (count == 0) {
        return "";
    }
    const double margin = std::max(20.0, (axis.high - axis.low) * 0.06);
    axis.low -= margin;
    axis.high += margin;
    const double height = row_height * static_cast<double>(summary.standings.size()) + 34;
    std::string svg = begin_chart(chart_width, height, "Ratings with 95 % intervals");
    svg += grid(axis, height, step_for(axis.high - axis.low, 8), "");
    double y = row_height / 2 + 4;
    for (const AiRow& row : summary.standings) {
        svg += text_at(left_edge - 12, y + 4, "end", label(summary.names[row.ai]));
        const Ratings::Rating& rating = row.rating;
        if (rating.low || rating.value() || rating.high) {
            const bool is_open_above = rating.low && !rating.high;
            const bool is_open_below = !rating.low && rating.high;
            // The rating, or its bound.
            const double dot =
                rating.value().value_or(rating.low.value_or(rating.high.value_or(0)));
            const double low = axis.at(is_open_below ? axis.low : rating.low.value_or(dot));
            const double high = axis.at(is_open_above ? axis.high : rating.high.value_or(dot));
            svg += fmt::format(
                "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" class=\"bar\" "
                "stroke-width=\"3\"{}/>\n",
                low, high, y, y, is_open_above || is_open_below ? " stroke-dasharray=\"6 4\"" : "");
            svg += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" "
                "class=\"bar\"><title>{}</title></circle>\n",
                axis.at(dot), y, escaped(rating_text(rating)));
        }
        y += row_height;
    }
    return svg + "</svg>\n";
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
    std::string svg = begin_chart(
        left_edge + cell * count + 20, head + 30 * count + 8,
        "Win rates of the rows' AIs in games with the columns'");
    double x = left_edge;
    for (const AiRow& column : summary.standings) {
        svg += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-40)\">{}</text>\n", x + cell / 2,
            head - 8, label(summary.names[column.ai]));
        x += cell;
    }
    double y = head;
    for (const AiRow& row : summary.standings) {
        svg += text_at(left_edge - 12, y + 19, "end", label(summary.names[row.ai]));
        x = left_edge;
        for (const AiRow& column : summary.standings) {
            const Meeting& met = summary.meetings[row.ai][column.ai];
            const bool has_met = met.games > 0 && row.ai != column.ai;
            const double share = has_met ? met.share / static_cast<double>(met.games) : 0;
            svg += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"28\" "
                "class=\"cell{}\"/>\n",
                x + 1, y + 1, cell - 2,
                has_met ? fmt::format("\" fill=\"{}", colour_of(share, even)) : " none");
            if (has_met) {
                // The cells are light in dark mode too.
                svg += text_at(
                    x + cell / 2, y + 19, "middle", fmt::format("{:.0f}", 100 * share), "on");
            }
            x += cell;
        }
        y += 30;
    }
    return svg + "</svg>\n";
}

std::string seat_chart(const TournamentSummary& summary) {
    const double height = row_height * static_cast<double>(summary.seats.size()) + 34;
    const Axis axis{0, 100};
    std::string svg = begin_chart(chart_width, height, "Win rate of each seat with 95 % intervals");
    svg += grid(axis, height, 10, " %");
    double y = row_height / 2 + 4;
    for (std::size_t seat = 0; seat < summary.seats.size(); ++seat) {
        const ShareInterval& share = summary.seats[seat].interval;
        svg += text_at(left_edge - 12, y + 4, "end", fmt::format("seat {}", seat + 1));
        svg += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" class=\"bar\"/>\n",
            axis.at(0), y - 7, axis.at(100 * share.share) - axis.at(0));
        svg += fmt::format(
            "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" class=\"dot\" "
            "stroke-width=\"2\"/>\n",
            axis.at(100 * share.low), axis.at(100 * share.high), y, y);
        y += row_height;
    }
    return svg + "</svg>\n";
}

struct Part {
    std::string_view name;
    std::string_view kind; ///< class in the style
    double value = 0;
};

/// The results of each AI as one bar.
std::string ending_chart(const TournamentSummary& summary) {
    const double height = row_height * static_cast<double>(summary.standings.size()) + 60;
    const Axis axis{0, 100};
    std::string svg = begin_chart(chart_width, height, "Games won, drawn and lost by each AI");
    double y = row_height / 2 + 4;
    const auto parts_of = [](const AiRow& row) {
        return std::vector<Part>{
            {"won", "won", static_cast<double>(row.wins)},
            {"drawn", "drawn", static_cast<double>(row.draws)},
            {"lost", "lost", static_cast<double>(row.losses)}};
    };
    for (const AiRow& row : summary.standings) {
        svg += text_at(left_edge - 12, y + 4, "end", label(summary.names[row.ai]));
        double from = 0;
        for (const Part& part : parts_of(row)) {
            const double share =
                row.games > 0 ? 100 * part.value / static_cast<double>(row.games) : 0;
            svg += fmt::format(
                "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\" "
                "class=\"{}\"><title>{} {:.0f}</title></rect>\n",
                axis.at(from), y - 8, axis.at(from + share) - axis.at(from), part.kind, part.name,
                part.value);
            from += share;
        }
        y += row_height;
    }
    double x = left_edge;
    for (const Part& part : parts_of({})) {
        svg += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"14\" class=\"{}\"/>\n", x, y,
            part.kind);
        svg += text_at(x + 20, y + 12, "start", part.name);
        x += 90;
    }
    return svg + "</svg>\n";
}

/// Median and 95th percentile of the time per move, on a scale of powers of ten.
std::string time_chart(const TournamentSummary& summary) {
    const auto power = [](std::int64_t ns) {
        return std::log10(std::max(1e-3, static_cast<double>(ns) / 1e6));
    };
    Axis axis{-1, 1};
    for (const AiRow& row : summary.standings) {
        axis.low = std::min(axis.low, std::floor(power(row.times.quantile(0.5))));
        axis.high = std::max(axis.high, std::ceil(power(row.times.quantile(0.95))));
    }
    const double height = row_height * static_cast<double>(summary.standings.size()) + 34;
    std::string svg = begin_chart(
        chart_width, height, "Time per move: median (dot) and 95th percentile (bar's end)");
    for (double value = axis.low; value <= axis.high; value += 1) {
        svg += grid_line(axis.at(value), height, fmt::format("{:.6g} ms", std::pow(10, value)));
    }
    double y = row_height / 2 + 4;
    for (const AiRow& row : summary.standings) {
        svg += text_at(left_edge - 12, y + 4, "end", label(summary.names[row.ai]));
        if (row.measured.moves > 0) {
            const double median = axis.at(power(row.times.quantile(0.5)));
            svg += fmt::format(
                "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" class=\"bar\" "
                "stroke-width=\"6\"/><circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" "
                "class=\"dot\"/>\n",
                median, axis.at(power(row.times.quantile(0.95))), y, y, median, y);
        }
        y += row_height;
    }
    return svg + "</svg>\n";
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
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{0}</title>\n<style>\n{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{3}",
        escaped(context.title), web_file("style.css"), web_file("report.css"),
        html_head(summary, context));
    for (const Table& table : tables_of(summary)) {
        const std::string picture = rendered_for(table.name, summary);
        html += fmt::format(
            "<h2>{}</h2>\n{}{}", escaped(table.title),
            picture.empty() ? "" : "<div class=\"scroll\">\n" + picture + "</div>\n",
            table_of(table));
    }
    if (!summary.sprt.empty()) {
        html += fmt::format("<h2>Sequential test</h2>\n<p>{}</p>\n", escaped(summary.sprt));
    }
    html += html_faults(context, path) + html_games(context, path);
    for (const std::string& note : summary.notes) {
        html += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
    }
    return html + "</body>\n</html>\n";
}

} // namespace referee
