#include "pages/report/charts.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/elements.hpp"
#include "tournament/report/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace referee {
namespace {

/// The layout of a chart, in its own units. A wide chart has names at the ends of its lines; a
/// narrow one, for phones, has numbers there and the names below it.
struct Layout {
    const char* name;
    double width;
    double height;
    double right; ///< room for names or numbers
    int parts;    ///< of the axis of games
    bool has_names;
};
constexpr Layout wide{"wide-chart", 790, 300, 180, 4, true};
constexpr Layout narrow{"narrow-chart", 400, 260, 58, 2, false};
constexpr double interval_distance = 4; ///< of the intervals at the ends of lines
constexpr double left = 52;             // "+1000" has room
constexpr double top = 12;
constexpr double bottom = 26;
constexpr std::size_t max_lines = 8;

struct Line {
    const SiteEntry* entry;
    std::vector<std::pair<double, double>> points;       ///< share of the games, rating
    std::optional<std::pair<double, double>> interval{}; ///< of the last rating
};

/// The rating of an entry is that of the version that played then.
std::vector<Line> lines_of(const SiteData& data) {
    std::vector<Line> lines;
    const auto all = static_cast<double>(data.history.back().games);
    for (const SeasonRow& row : data.standings.rows) {
        if (row.row.games == 0 || lines.size() == max_lines) {
            continue;
        }
        const SiteEntry& entry = data.entry(row.row.ai);
        Line line{&entry, {}};
        const Ratings::Rating& rating = row.row.rating;
        if (rating.is_in_core && rating.low && rating.high) {
            line.interval = {*rating.low, *rating.high};
        }
        for (const RatingsAt& at : data.history) {
            int ai = -1;
            for (const std::size_t version : entry.versions) {
                const int own = data.versions[version].ai;
                if (own >= 0 && at.played[static_cast<std::size_t>(own)] > 0) {
                    ai = own;
                }
            }
            if (ai >= 0) {
                line.points.emplace_back(
                    static_cast<double>(at.games) / all, at.elo[static_cast<std::size_t>(ai)]);
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The heights of labels, moved apart so that none covers another.
std::vector<double>
label_heights(const Layout& layout, const std::vector<Line>& lines, const Axis& y_axis) {
    constexpr double distance = 15;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        order.emplace_back(y_axis.at(lines[i].points.back().second), i);
    }
    std::sort(order.begin(), order.end());
    double last = -distance;
    for (auto& [y, i] : order) {
        y = std::max(y, last + distance);
        last = y;
    }
    double next = layout.height - bottom + distance;
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
        at->first = std::min(at->first, next - distance);
        next = at->first;
    }
    std::vector<double> heights(lines.size());
    for (const auto& [y, i] : order) {
        heights[i] = y;
    }
    return heights;
}

Axis elo_axis(const Layout& layout, const std::vector<Line>& lines) {
    Range range;
    for (const Line& line : lines) {
        for (const auto& [x, elo] : line.points) {
            range.include(elo);
        }
    }
    // Intervals that go far beyond all ratings are cut.
    const Range cut = range.widened(std::max(60.0, (range.high - range.low) * 0.5));
    for (const Line& line : lines) {
        if (line.interval) {
            range.include(std::max(cut.low, line.interval->first));
            range.include(std::min(cut.high, line.interval->second));
        }
    }
    range = range.widened(std::max(10.0, (range.high - range.low) * 0.05));
    return {range.low, range.high, layout.height - bottom, top};
}

/// Lines of equal rating, and the numbers of games below. `x_axis` is of shares of the games.
std::string axes(const Layout& layout, const Axis& x_axis, const Axis& y_axis, std::int64_t games) {
    std::string svg;
    for (const double elo : grid_values(y_axis, 5)) {
        const double y = y_axis.at(elo);
        svg += svg_line("grid", left, y, layout.width - layout.right, y) +
               svg_text(
                   "soft", left - 6, y + 4, "end",
                   std::lround(elo) == 0 ? "0" : with_minus(signed_text(elo)));
    }
    std::set<std::int64_t> marks{games};
    for (int part = 0; part < layout.parts; ++part) {
        marks.insert(games * part / layout.parts);
    }
    for (const std::int64_t mark : marks) {
        svg += svg_text(
            "soft", x_axis.at(static_cast<double>(mark) / static_cast<double>(games)),
            layout.height - 6, mark == games ? "end" : "middle",
            mark == games ? counted(games, "game") : std::to_string(mark));
    }
    return svg;
}

/// The interval of the last rating beside the end of the line: intervals that reach over one
/// another show that the order isn't settled.
std::string
interval_mark(const Layout& layout, const Line& line, std::size_t place, const Axis& y_axis) {
    if (!line.interval) {
        return "";
    }
    const double x =
        layout.width - layout.right + 8 + interval_distance * static_cast<double>(place);
    return svg_line(
        "interval", x, y_axis.at(line.interval->first), x, y_axis.at(line.interval->second));
}

std::string chart(const SiteData& data, const std::vector<Line>& lines, const Layout& layout) {
    const Axis x_axis{0, 1, left, layout.width - layout.right};
    const Axis y_axis = elo_axis(layout, lines);
    std::string svg = axes(layout, x_axis, y_axis, data.history.back().games);
    const std::vector<double> heights = label_heights(layout, lines, y_axis);
    const bool has_intervals = std::any_of(
        lines.begin(), lines.end(), [](const Line& line) { return line.interval.has_value(); });
    const double beside =
        10 + (has_intervals ? interval_distance * static_cast<double>(lines.size()) : 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::vector<std::pair<double, double>> points;
        for (const auto& [share, elo] : lines[i].points) {
            points.emplace_back(x_axis.at(share), y_axis.at(elo));
        }
        const std::string& name = lines[i].entry->shown();
        svg += fmt::format(
            "<g class=\"s{}{}\"><polyline points=\"{}\"/>{}{}<text x=\"{:.1f}\" y=\"{:.1f}\">"
            "{}<title>{}</title></text></g>\n",
            i + 1, lines[i].entry->is_baseline ? " out" : "", svg_points(points),
            svg_circle("", points.back().first, points.back().second, 3),
            interval_mark(layout, lines[i], i, y_axis), layout.width - layout.right + beside,
            heights[i] + 4, layout.has_names ? short_name(name, 18) : std::to_string(i + 1),
            escaped(name));
    }
    return svg_of(
               {fmt::format("history {}", layout.name), layout.width, layout.height,
                "Ratings of the best entries over the games played", true},
               svg) +
           "\n";
}

/// The names for the numbers of a narrow chart.
std::string legend(const std::vector<Line>& lines) {
    std::string html = "<ol class=\"legend narrow-chart\">\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        html += fmt::format(
            "<li class=\"s{}\">{}</li>\n", i + 1,
            link("entry/", lines[i].entry->file, escaped(lines[i].entry->shown())));
    }
    return html + "</ol>\n";
}

} // namespace

std::string history_chart(const SiteData& data) {
    if (data.history.size() < 2) {
        return "";
    }
    const std::vector<Line> lines = lines_of(data);
    return chart(data, lines, wide) + chart(data, lines, narrow) + legend(lines);
}

std::string history_note(const SiteData& data) {
    const std::vector<SeasonRow>& rows = data.standings.rows;
    const bool has_intervals = std::any_of(rows.begin(), rows.end(), [](const SeasonRow& row) {
        return row.row.rating.is_in_core && row.row.rating.low && row.row.rating.high;
    });
    const bool is_open = std::any_of(rows.begin(), rows.end(), [](const SeasonRow& row) {
        return row.row.rank_best < row.row.rank_worst;
    });
    return std::string("<p class=\"note\">") +
           (!has_intervals
                ? "The order at the end of the lines isn't certain: there are too few games to "
                  "say who is better."
            : is_open
                ? "The bars at the end of the lines are the 95 % intervals of the ratings. The "
                  "order of the lines isn't certain: where bars reach over one another it may "
                  "be another one, and the possible ranks say which."
                : "The bars at the end of the lines are the 95 % intervals of the ratings. The "
                  "order at the end is certain.") +
           "</p>\n";
}

namespace {

/// The ratings and the ends of their intervals, as far as they are known. Intervals that go far
/// beyond all ratings, as after few games, are cut: they would leave no room for the others.
Range range_of(const std::vector<Ratings::Rating>& ratings) {
    Range elos;
    Range all;
    for (const Ratings::Rating& rating : ratings) {
        if (!rating.is_rated()) {
            continue;
        }
        elos.include(rating.elo);
        all.include(rating.elo);
        for (const std::optional<double>& end : {rating.low, rating.high}) {
            if (end) {
                all.include(*end);
            }
        }
    }
    const double room = std::max(300.0, (elos.high - elos.low) / 2);
    return {std::max(all.low, elos.low - room), std::min(all.high, elos.high + room)};
}

/// `edges`: where an arrow ends.
std::string rating_marks(
    const Ratings::Rating& rating, const Axis& axis, double y, double radius,
    std::pair<double, double> edges) {
    const std::string title = escaped(rating_text(rating));
    const double at = axis.at(rating.elo);
    if (rating.is_in_core) {
        const auto place = [&](const std::optional<double>& end) {
            return end ? std::clamp(axis.at(*end), edges.first, edges.second) : at;
        };
        const double low = place(rating.low);
        const double high = place(rating.high);
        const auto tip = [&](double edge, double back) {
            return svg_line("bar", edge + back, y - radius, edge, y) +
                   svg_line("bar", edge + back, y + radius, edge, y);
        };
        return svg_line("bar", low, y, high, y, "stroke-width=\"3\"") +
               (rating.low && low == edges.first ? tip(low, radius) : "") +
               (rating.high && high == edges.second ? tip(high, -radius) : "") +
               svg_circle("bar", at, y, radius, title);
    }
    std::string svg;
    if (rating.low || rating.high) {
        const double bound =
            std::clamp(axis.at(rating.low ? *rating.low : *rating.high), edges.first, edges.second);
        const double edge = rating.low ? edges.second : edges.first;
        const double back = rating.low ? -radius : radius; // from the tip of the arrow
        svg = svg_line("open", bound, y - radius, bound, y + radius) +
              svg_line("open", bound, y, edge, y) +
              svg_line("open", edge + back, y - radius, edge, y) +
              svg_line("open", edge + back, y + radius, edge, y);
    }
    return svg + svg_circle("guess", at, y, radius - 1, title);
}

constexpr double bars_height = 24;

} // namespace

BarColumn::BarColumn(
    Range range, double width, int lines, const std::function<std::string(double)>& text_of)
    : width_(width), axis_{range.low, std::max(range.high, range.low + 1e-6), 14, width - 14},
      values_(grid_values(axis_, lines)), text_of_(text_of) {}

std::string BarColumn::head() const {
    constexpr double letter = 8; // digits, signs and % at 12 pixels
    std::string svg;
    double free_from = 0; // numbers that would lie over their neighbours are left out
    for (const double value : values_) {
        const std::string text = text_of_(value);
        const double half = letter * static_cast<double>(text.size()) / 2;
        const double x = std::clamp(axis_.at(value), half, width_ - half);
        if (x - half >= free_from) {
            svg += svg_text("soft", x, 12, "middle", with_minus(escaped(text)));
            free_from = x + half;
        }
    }
    return svg_of({"bars", width_, 16, "Chart"}, svg);
}

std::string
BarColumn::cell(const std::function<std::string(const Axis& axis, double y)>& draw) const {
    std::string svg;
    for (const double value : values_) {
        svg += svg_line("grid", axis_.at(value), 0, axis_.at(value), bars_height);
    }
    return svg_of({"bars", width_, bars_height, ""}, svg + draw(axis_, bars_height / 2));
}

BarColumn rating_column(const std::vector<Ratings::Rating>& ratings, double width) {
    Range range = range_of(ratings);
    range = range.widened(std::max(10.0, (range.high - range.low) * 0.03));
    return {range, width, 4, [](double value) {
                return std::lround(value) == 0 ? std::string("0") : signed_text(value);
            }};
}

std::string rating_cell_chart(const BarColumn& column, const Ratings::Rating& rating) {
    return !rating.is_rated() ? "" : column.cell([&](const Axis& axis, double y) {
        return rating_marks(rating, axis, y, 4, column.edges());
    });
}

std::string chart_key(const std::vector<std::pair<std::string_view, std::string_view>>& kinds) {
    std::string html = "<ul class=\"key\">\n";
    for (const auto& [kind, name] : kinds) {
        html += fmt::format(
            "<li>{}{}</li>\n", svg_of({"", 12, 12, ""}, svg_rect(kind, 0, 0, 12, 12)), name);
    }
    return html + "</ul>\n";
}

std::string share_bar(double share) {
    constexpr double width = 90;
    return svg_of(
        {"share", width, 10, ""},
        svg_rect("none", 0, 0, width, 10, "", "rx=\"2\"") +
            svg_rect("bar", 0, 0, width * std::clamp(share, 0.0, 1.0), 10, "", "rx=\"2\""));
}

} // namespace referee
