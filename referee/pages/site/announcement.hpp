#pragma once

/// What the organiser announces on the front page: the moments that count, with a clock, and the
/// text about the contest.

#include "pages/report/data.hpp"

#include <string>

namespace referee {

/// True if a page has moments, which the script clock.js counts down to.
bool has_clock(const SiteData& data);

/// Deadline, freeze and embargo as a list; empty without any.
std::string moments_html(const SiteData& data);

/// A section with `about`; empty without one.
std::string about_html(const SiteData& data);

} // namespace referee
