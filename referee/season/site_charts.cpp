#include "season/site_charts.hpp"

#include "field/text.hpp"
#include "season/site_html.hpp"
#include "view/page_parts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
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
constexpr Layout wide{"wide-chart", 760, 300, 150, 4, true};
constexpr Layout narrow{"narrow-chart", 380, 260, 30, 2, false};
constexpr double left = 44;
constexpr double top = 12;
constexpr double bottom = 26;
constexpr std::size_t max_lines = 8;
constexpr double bar_width = 140;

double step_for(double range) {
    const double power = std::pow(10, std::floor(std::log10(std::max(range, 1e-9) / 5)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= range / 5) {
            return factor * power;
        }
    }
    return 10 * power;
}

struct Line {
    const SiteEntry* entry;
    std::vector<std::pair<double, double>> points; ///< share of the games, rating
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

std::string short_name(const std::string& name) {
    constexpr std::size_t max = 18;
    if (name.size() <= max) {
        return escaped(name);
    }
    std::size_t end = max - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80) {
        --end;
    }
    return escaped(name.substr(0, end)) + "…";
}

/// The heights of labels, moved apart so that none covers another.
std::vector<double>
label_heights(const Layout& layout, const std::vector<Line>& lines, const auto& y_of) {
    constexpr double distance = 15;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        order.emplace_back(y_of(lines[i].points.back().second), i);
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

/// "+200", "0", "−200".
std::string elo_text(double elo) {
    const std::string text = fmt::format("{:+.0f}", elo);
    return text.substr(1) == "0" ? "0" : text[0] == '-' ? "−" + text.substr(1) : text;
}

struct Range {
    double low = 1e9;
    double high = -1e9;
};

Range range_of(const std::vector<Line>& lines) {
    Range range;
    for (const Line& line : lines) {
        for (const auto& [x, elo] : line.points) {
            range.low = std::min(range.low, elo);
            range.high = std::max(range.high, elo);
        }
    }
    const double margin = std::max(10.0, (range.high - range.low) * 0.05);
    return {range.low - margin, range.high + margin};
}

std::string axes(
    const Layout& layout, const Range& range, std::int64_t games, const auto& x_of,
    const auto& y_of) {
    std::string svg;
    const double step = step_for(range.high - range.low);
    const long lowest = std::lround(std::ceil(range.low / step));
    const long highest = std::lround(std::floor(range.high / step));
    for (long line = lowest; line <= highest; ++line) {
        const double elo = static_cast<double>(line) * step;
        svg += fmt::format(
            "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
            "<text class=\"soft\" x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
            left, layout.width - layout.right, y_of(elo), left - 6, y_of(elo) + 4, elo_text(elo));
    }
    std::set<std::int64_t> marks{games};
    for (int part = 0; part < layout.parts; ++part) {
        marks.insert(games * part / layout.parts);
    }
    for (const std::int64_t mark : marks) {
        svg += fmt::format(
            "<text class=\"soft\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
            x_of(static_cast<double>(mark) / static_cast<double>(games)), layout.height - 6,
            mark == games ? "end" : "middle",
            mark == games ? counted(games, "game") : std::to_string(mark));
    }
    return svg;
}

std::string chart(const SiteData& data, const std::vector<Line>& lines, const Layout& layout) {
    const Range range = range_of(lines);
    const auto x_of = [&](double share) {
        return left + share * (layout.width - left - layout.right);
    };
    const auto y_of = [&](double elo) {
        return top + (range.high - elo) / (range.high - range.low) * (layout.height - top - bottom);
    };
    std::string svg = fmt::format(
        "<svg role=\"img\" class=\"history {}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "xmlns=\"http://www.w3.org/2000/svg\"><title>Ratings of the best entries over the games "
        "played</title>\n",
        layout.name, layout.width, layout.height);
    svg += axes(layout, range, data.history.back().games, x_of, y_of);
    const std::vector<double> heights = label_heights(layout, lines, y_of);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string points;
        for (const auto& [x, elo] : lines[i].points) {
            points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x_of(x), y_of(elo));
        }
        const std::string& name = lines[i].entry->name;
        svg += fmt::format(
            "<g class=\"s{}{}\"><polyline points=\"{}\"/><circle cx=\"{:.1f}\" cy=\"{:.1f}\" "
            "r=\"3\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}<title>{}</title></text></g>\n",
            i + 1, lines[i].entry->is_baseline ? " out" : "", points,
            x_of(lines[i].points.back().first), y_of(lines[i].points.back().second),
            layout.width - layout.right + 10, heights[i] + 4,
            layout.has_names ? short_name(name) : std::to_string(i + 1), escaped(name));
    }
    return svg + "</svg>\n";
}

/// The names for the numbers of a narrow chart.
std::string legend(const std::vector<Line>& lines) {
    std::string html = "<ol class=\"legend narrow-chart\">\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        html += fmt::format(
            "<li class=\"s{}\">{}</li>\n", i + 1,
            link("entry/", lines[i].entry->file, escaped(lines[i].entry->name)));
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

IntervalScale::IntervalScale(const SiteData& data) {
    bool is_first = true;
    for (const SeasonRow& row : data.standings.rows) {
        const Ratings::Rating& rating = row.row.rating;
        for (const std::optional<double>& end : {rating.low, rating.value(), rating.high}) {
            if (end) {
                low_ = is_first ? *end : std::min(low_, *end);
                high_ = is_first ? *end : std::max(high_, *end);
                is_first = false;
            }
        }
    }
    high_ = std::max(high_, low_ + 1);
}

double IntervalScale::at(double elo) const {
    return 6 + (std::clamp(elo, low_, high_) - low_) / (high_ - low_) * (bar_width - 12);
}

std::string IntervalScale::bar(const Ratings::Rating& rating) const {
    if (!rating.low && !rating.value() && !rating.high) {
        return "";
    }
    // The rating, or its bound.
    const double dot = rating.value().value_or(rating.low.value_or(rating.high.value_or(0)));
    const double low = rating.low ? at(*rating.low) : rating.high ? 0 : at(dot);
    const double high = rating.high ? at(*rating.high) : rating.low ? bar_width : at(dot);
    return fmt::format(
        "<svg class=\"interval\" aria-hidden=\"true\" viewBox=\"0 0 {0:.0f} 16\" width=\"{0:.0f}\" "
        "height=\"16\" xmlns=\"http://www.w3.org/2000/svg\"><line class=\"grid\" x1=\"{1:.1f}\" "
        "x2=\"{1:.1f}\" y1=\"0\" y2=\"16\"/><line class=\"bar\" x1=\"{2:.1f}\" x2=\"{3:.1f}\" "
        "y1=\"8\" y2=\"8\"/><circle class=\"bar\" cx=\"{4:.1f}\" cy=\"8\" r=\"4\"/></svg>",
        bar_width, at(0), low, high, at(dot));
}

std::string share_bar(double share) {
    constexpr double width = 90;
    return fmt::format(
        "<svg class=\"share\" aria-hidden=\"true\" viewBox=\"0 0 {0:.0f} 10\" width=\"{0:.0f}\" "
        "height=\"10\" xmlns=\"http://www.w3.org/2000/svg\"><rect class=\"none\" "
        "width=\"{0:.0f}\" height=\"10\" rx=\"2\"/><rect class=\"bar\" width=\"{1:.1f}\" "
        "height=\"10\" rx=\"2\"/></svg>",
        width, width * std::clamp(share, 0.0, 1.0));
}

} // namespace referee
