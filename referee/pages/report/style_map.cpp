#include "pages/report/style_map.hpp"

#include "base/text.hpp"
#include "pages/html.hpp"
#include "pages/report/elements.hpp"
#include "pages/svg.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <vector>

namespace referee {

namespace {

using Place = StyleMap::Place;

constexpr double width = 380;
constexpr double row_height = 24;
constexpr double label_edge = 120;
constexpr double deviations = 1.96; ///< 95 %

std::string label_of(const TournamentSummary& summary, const Place& place) {
    const std::string& name = summary.names[static_cast<std::size_t>(place.ai)];
    constexpr std::size_t max = 14;
    return short_name(name, max) +
           (name.size() > max ? fmt::format("<title>{}</title>", escaped(name)) : "");
}

std::string strengths_of(const TournamentSummary& summary) {
    Range range;
    for (const Place& place : summary.styles->places) {
        range.include(place.strength - deviations * place.strength_error);
        range.include(place.strength + deviations * place.strength_error);
    }
    range = range.widened(std::max(20.0, (range.high - range.low) * 0.06));
    const Axis axis{range.low, range.high, label_edge, width - 12};
    const double height = row_height * static_cast<double>(summary.styles->places.size()) + 30;
    std::string svg;
    for (const double value : grid_values(axis, 4)) {
        const double x = axis.at(value);
        svg += svg_line("grid", x, 4, x, height - 22) +
               svg_text("soft", x, height - 6, "middle", with_minus(fmt::format("{:.6g}", value)));
    }
    double y = row_height / 2 + 4;
    for (const Place& place : summary.styles->places) {
        const double reach = deviations * place.strength_error;
        svg += svg_text("", label_edge - 10, y + 4, "end", label_of(summary, place)) +
               svg_line(
                   "bar", axis.at(place.strength - reach), y, axis.at(place.strength + reach), y,
                   "stroke-width=\"3\"") +
               svg_circle("bar", axis.at(place.strength), y, 5);
        y += row_height;
    }
    return svg_of({"", width, height, "Mean strength of each AI in Elo, with 95 % intervals"}, svg);
}

/// The plane as a picture: its centre, and pixels for a unit.
class Plane {
  public:
    explicit Plane(const TournamentSummary& summary) : summary_(summary) {
        double farthest = 1e-9;
        for (const Place& place : summary.styles->places) {
            farthest = std::max(farthest, place.at.norm());
        }
        constexpr double radius = 105;
        unit_ = radius / farthest;
    }

    std::string draw() {
        std::string svg = svg_circle("soft", centre, centre, 2);
        for (const Place& place : summary_.styles->places) {
            svg += cloud(place);
        }
        const std::vector<Cycle::Step>& steps = summary_.cycle->steps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            svg += arrow(place_of(steps[i].ai), place_of(steps[(i + 1) % steps.size()].ai));
        }
        for (const Place& place : summary_.styles->places) {
            svg += svg_circle("bar", x_of(place), y_of(place), 5);
        }
        svg += labels(true) + labels(false);
        return svg_of(
            {"", width, bottom_ - top_, "What strength can't express: who gains against whom"},
            fmt::format("<g transform=\"translate(0 {:.1f})\">\n{}</g>\n", -top_, svg));
    }

  private:
    static constexpr double centre = width / 2;

    double x_of(const Place& place) const { return centre + unit_ * place.at.x(); }
    double y_of(const Place& place) const { return centre + unit_ * place.at.y(); }

    const Place& place_of(int ai) const {
        return *std::find_if(
            summary_.styles->places.begin(), summary_.styles->places.end(),
            [ai](const Place& place) { return place.ai == ai; });
    }

    /// The picture is as high as what it shows.
    void include(double y, double reach) {
        constexpr double margin = 8;
        top_ = std::max(0.0, std::min(top_, y - reach - margin));
        bottom_ = std::min(2 * centre, std::max(bottom_, y + reach + margin));
    }

    /// Where the AI may really be: an ellipse with 95 %, if the errors are normal.
    std::string cloud(const Place& place) {
        constexpr double quantile = 2.4477; // of the root of χ² with 2 degrees of freedom
        const double xx = place.covariance(0, 0);
        const double yy = place.covariance(1, 1);
        const double xy = place.covariance(0, 1);
        // The eigenvalues are `middle` ± `half`.
        const double middle = (xx + yy) / 2;
        const double half = std::hypot((xx - yy) / 2, xy);
        const auto axis = [&](double eigenvalue) {
            return std::min(std::sqrt(std::max(0.0, eigenvalue)) * quantile * unit_, centre);
        };
        include(y_of(place), std::max(6.0, std::sqrt(std::max(0.0, yy)) * quantile * unit_));
        return fmt::format(
            "<ellipse class=\"cloud\" rx=\"{:.1f}\" ry=\"{:.1f}\" transform=\"translate({:.1f} "
            "{:.1f}) rotate({:.1f})\"/>\n",
            axis(middle + half), axis(middle - half), x_of(place), y_of(place),
            std::atan2(2 * xy, xx - yy) / 2 * 180 / std::numbers::pi);
    }

    /// From one AI to the one that it certainly beats.
    std::string arrow(const Place& from, const Place& to) const {
        const Eigen::Vector2d begin(x_of(from), y_of(from));
        const Eigen::Vector2d end(x_of(to), y_of(to));
        const double length = (end - begin).norm();
        constexpr double gap = 10; // to the dots
        if (length < 3 * gap) {
            return "";
        }
        const Eigen::Vector2d along = (end - begin) / length;
        const Eigen::Vector2d across(-along.y(), along.x());
        const Eigen::Vector2d tip = end - gap * along;
        const Eigen::Vector2d foot = begin + gap * along;
        const Eigen::Vector2d left = tip - 8 * along + 5 * across;
        const Eigen::Vector2d right = tip - 8 * along - 5 * across;
        return svg_line("open", foot.x(), foot.y(), tip.x(), tip.y()) +
               svg_line("open", left.x(), left.y(), tip.x(), tip.y()) +
               svg_line("open", right.x(), right.y(), tip.x(), tip.y());
    }

    /// The names of one side, moved apart so that none covers another, at the picture's edge if
    /// they had to move.
    std::string labels(bool is_right) {
        constexpr double distance = 16;
        std::vector<std::pair<double, const Place*>> order;
        for (const Place& place : summary_.styles->places) {
            if ((place.at.x() >= 0) == is_right) {
                order.emplace_back(y_of(place), &place);
            }
        }
        std::sort(order.begin(), order.end());
        double last = -1e9;
        for (auto& [y, place] : order) {
            y = std::max(y, last + distance);
            last = y;
        }
        double next = 2 * centre - 4 + distance;
        for (auto at = order.rbegin(); at != order.rend(); ++at) {
            at->first = std::min(at->first, next - distance);
            next = at->first;
        }
        std::string svg;
        for (const auto& [y, place] : order) {
            constexpr double half_line = 8;
            include(y, half_line);
            const double side = is_right ? 1 : -1;
            const double x = x_of(*place) + side * 12;
            if (std::abs(y - y_of(*place)) > 1) {
                svg += svg_line("grid", x_of(*place) + side * 6, y_of(*place), x - side * 2, y);
            }
            svg += svg_text("", x, y + 4, is_right ? "start" : "end", label_of(summary_, *place));
        }
        return svg;
    }

    const TournamentSummary& summary_;
    double unit_ = 1;
    double top_ = centre;
    double bottom_ = centre;
};

} // namespace

std::string style_map_html(const TournamentSummary& summary) {
    if (!summary.cycle || !summary.styles) {
        return "";
    }
    const double share = summary.styles->share;
    return fmt::format(
        "<div class=\"map card\">\n<figure><figcaption>Strength (Elo)</figcaption>\n{}</figure>\n"
        "<figure><figcaption>Styles</figcaption>\n{}</figure>\n</div>\n"
        "<p class=\"about\">Strength: the mean against all others, with 95 % intervals. Styles: "
        "what strength can't express{}. Beside the difference in strength, an AI gains against "
        "those that follow it clockwise by less than half a turn, the more the farther both are "
        "from the centre. Shaded: where it may really be (95 %). An arrow leads to the AI that is "
        "certainly beaten.</p>\n",
        strengths_of(summary), Plane(summary).draw(),
        share < 0.995 ? fmt::format(" ({:.0f} % of it)", 100 * share) : "");
}

} // namespace referee
