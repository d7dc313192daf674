#include "pages/svg.hpp"

#include "pages/html.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace referee {

namespace {

std::string class_of(std::string_view kind) {
    return kind.empty() ? "" : fmt::format(" class=\"{}\"", kind);
}

std::string title_of(std::string_view title) {
    return title.empty() ? "" : fmt::format("<title>{}</title>", title);
}

/// The end of an element with a title, or without any content.
std::string closed(std::string_view element, std::string_view title) {
    return title.empty() ? "/>\n" : fmt::format(">{}</{}>\n", title_of(title), element);
}

} // namespace

std::string svg_of(const SvgBox& box, const std::string& content) {
    // What is one picture hides the links in it from those who can't see it.
    const bool has_links = content.find("<a ") != std::string::npos;
    const std::string_view role = has_links ? "role=\"group\"" : "role=\"img\"";
    return fmt::format(
        "<svg {}{} viewBox=\"{:.0f} {:.0f} {:.0f} {:.0f}\"{}>{}{}</svg>",
        box.about.empty() ? "aria-hidden=\"true\"" : role, class_of(box.kind), box.left, box.top,
        box.width, box.height,
        box.is_scaled ? ""
                      : fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\"", box.width, box.height),
        box.about.empty() ? "" : title_of(box.about) + "\n", content);
}

std::string
svg_line(std::string_view kind, double x1, double y1, double x2, double y2, std::string_view more) {
    return fmt::format(
        "<line{} x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"{}{}/>\n", class_of(kind),
        x1, x2, y1, y2, more.empty() ? "" : " ", more);
}

std::string
svg_circle(std::string_view kind, double x, double y, double radius, std::string_view title) {
    return fmt::format(
               "<circle{} cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.0f}\"", class_of(kind), x, y, radius) +
           closed("circle", title);
}

std::string svg_rect(
    std::string_view kind, double x, double y, double width, double height, std::string_view title,
    std::string_view more) {
    return fmt::format(
               "<rect{} x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\"{}{}",
               class_of(kind), x, y, width, height, more.empty() ? "" : " ", more) +
           closed("rect", title);
}

std::string svg_text(
    std::string_view kind, double x, double y, std::string_view anchor, std::string_view text) {
    return fmt::format(
        "<text{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", class_of(kind), x, y,
        anchor, text);
}

std::string svg_points(const std::vector<std::pair<double, double>>& points) {
    std::string text;
    for (const auto& [x, y] : points) {
        text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", x, y);
    }
    return text;
}

void Range::include(double value) {
    low = is_empty ? value : std::min(low, value);
    high = is_empty ? value : std::max(high, value);
    is_empty = false;
}

double Axis::at(double value) const {
    return begin + (std::clamp(value, low, high) - low) / (high - low) * (end - begin);
}

std::vector<double> grid_values(const Axis& axis, int lines) {
    const double rough = std::max(axis.high - axis.low, 1e-9) / lines;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        step = factor * power >= rough ? factor * power : step;
    }
    std::vector<double> values;
    const long last = std::lround(std::floor(axis.high / step + 1e-6));
    for (long line = std::lround(std::ceil(axis.low / step)); line <= last; ++line) {
        values.push_back(static_cast<double>(line) * step);
    }
    return values;
}

std::string short_name(const std::string& name, std::size_t max) {
    if (name.size() <= max) {
        return escaped(name);
    }
    std::size_t end = max - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80) {
        --end;
    }
    return escaped(name.substr(0, end)) + "…";
}

} // namespace referee
