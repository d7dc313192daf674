#pragma once

/// Ratings as pictures, for sites and reports.

#include "pages/report/data.hpp"
#include "pages/svg.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {

/// A column of a table with a small chart in each row, all on one scale. Its head has the scale's
/// numbers, and lines lead down from them.
class BarColumn {
  public:
    /// `lines`: about how many numbers the head has. `text_of` writes one.
    BarColumn(
        Range range, double width, int lines, const std::function<std::string(double)>& text_of);
    /// The content of the column's head.
    std::string head() const;
    /// The content of a cell; `draw` gets the scale and the height at which it draws.
    std::string cell(const std::function<std::string(const Axis& axis, double y)>& draw) const;
    const Axis& axis() const { return axis_; }
    std::pair<double, double> edges() const { return {1, width_ - 1}; }

  private:
    double width_;
    Axis axis_;
    std::vector<double> values_; ///< those of the lines
    std::function<std::string(double)> text_of_;
};

/// Ratings with their intervals; `ratings` is all of the table.
BarColumn rating_column(const std::vector<Ratings::Rating>& ratings, double width);
/// A rating as a dot on its interval. Where only a bound is known, an arrow from the bound to the
/// edge of the column, and a hollow grey dot for the estimate that orders the table.
std::string rating_cell_chart(const BarColumn& column, const Ratings::Rating& rating);

/// What the colours of a chart mean: kinds of elements and their names.
std::string chart_key(const std::vector<std::pair<std::string_view, std::string_view>>& kinds);

/// Ratings of the best entries over time, for wide screens and for phones: the style sheet shows
/// one of the two. Empty with fewer than two points.
std::string history_chart(const SiteData& data);
/// What that chart can and cannot say of the order, as a paragraph.
std::string history_note(const SiteData& data);

/// A share from 0 to 1 as a bar.
std::string share_bar(double share);

} // namespace referee
