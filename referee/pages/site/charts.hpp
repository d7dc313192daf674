#pragma once

/// Ratings as pictures, for sites and reports.

#include "pages/site/data.hpp"
#include "pages/svg.hpp"

#include <optional>
#include <string>
#include <utility>

namespace referee {

/// Includes a rating and the ends of its interval, as far as they are known.
void include(Range& range, const Ratings::Rating& rating);

/// A rating as a dot on its interval. Where only a bound is known, an arrow from the bound to the
/// nearer of the `edges` of the chart, and a hollow grey dot for the estimate that orders the
/// table.
std::string rating_marks(
    const Ratings::Rating& rating, const Axis& axis, double y, double radius,
    std::pair<double, double> edges);

/// Ratings of the best entries over time, for wide screens and for phones: the style sheet shows
/// one of the two. Empty with fewer than two points.
std::string history_chart(const SiteData& data);

/// The scale of the whole table for interval_bar().
Axis interval_axis(const SiteData& data);
/// A rating with its interval.
std::string interval_bar(const Ratings::Rating& rating, const Axis& axis);

/// A share from 0 to 1 as a bar.
std::string share_bar(double share);

} // namespace referee
