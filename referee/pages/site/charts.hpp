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

/// Where a rating is drawn.
struct RatingMarks {
    double dot = 0; ///< the rating, or its bound
    double low = 0;
    double high = 0;
    bool is_open = false; ///< a bound: the other end isn't known
};
/// `edges`: where an interval without a bound ends. Nothing without a rating and a bound.
std::optional<RatingMarks>
marks_of(const Ratings::Rating& rating, const Axis& axis, std::pair<double, double> edges);

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
