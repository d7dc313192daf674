#pragma once

/// Charts as SVG, for all pages: without scripts, in the colours of the page's style sheet. A
/// `kind` is an element's class there; empty: none. Texts and titles are HTML (html.hpp, escaped).

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The picture's box in its own units, and what it shows.
struct SvgBox {
    std::string kind;
    double width = 0;
    double height = 0;
    std::string about;      ///< for those who can't see it; empty: the page says it elsewhere
    bool is_scaled = false; ///< the style sheet sets its size
    double left = 0;        ///< coordinates of the upper left corner
    double top = 0;
};

/// A whole picture.
std::string svg_of(const SvgBox& box, const std::string& content);

/// A line; `more` is further attributes.
std::string svg_line(
    std::string_view kind, double x1, double y1, double x2, double y2, std::string_view more = "");
std::string
svg_circle(std::string_view kind, double x, double y, double radius, std::string_view title = "");
std::string svg_rect(
    std::string_view kind, double x, double y, double width, double height,
    std::string_view title = "", std::string_view more = "");
/// `anchor`: "start", "middle" or "end" of the text is at x.
std::string
svg_text(std::string_view kind, double x, double y, std::string_view anchor, std::string_view text);
/// Points of a polyline.
std::string svg_points(const std::vector<std::pair<double, double>>& points);

/// The smallest and the largest of some values.
struct Range {
    double low = 0;
    double high = 0;
    bool is_empty = true;
    void include(double value);
    /// Moves both ends outwards.
    Range widened(double by) const { return {low - by, high + by, is_empty}; }
};

/// Maps values to coordinates: `low` to `begin`, `high` to `end`; values beyond them to these.
struct Axis {
    double low = 0;
    double high = 1;
    double begin = 0;
    double end = 1;
    double at(double value) const;
};

/// The values of grid lines: multiples of 1, 2 or 5 times a power of ten, at most `lines` and a few
/// more.
std::vector<double> grid_values(const Axis& axis, int lines);

/// A name as HTML, cut to `max` bytes if it is longer; at no place within a character.
std::string short_name(const std::string& name, std::size_t max);

} // namespace referee
