#pragma once

/// Charts of a site as SVG: without scripts, in the colours of its style sheet.

#include "season/site_data.hpp"

#include <string>

namespace referee {

/// Ratings of the best entries over time, for wide screens and for phones: the style sheet shows
/// one of the two. Empty with fewer than two points.
std::string history_chart(const SiteData& data);

/// A rating with its interval on the scale of the whole table.
class IntervalScale {
  public:
    explicit IntervalScale(const SiteData& data);
    std::string bar(const Ratings::Rating& rating) const;

  private:
    double at(double elo) const;
    double low_ = 0;
    double high_ = 1;
};

/// A share from 0 to 1 as a bar.
std::string share_bar(double share);

} // namespace referee
