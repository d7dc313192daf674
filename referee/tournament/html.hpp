#pragma once

#include "tournament/context.hpp"
#include "tournament/summary.hpp"

#include <string>

namespace referee {

/// The tables as one HTML page that needs nothing else: pictures are SVG, there are no scripts, and
/// it can be printed. `path` is where it is going to lie: links to records lead from there.
std::string
report_html(const TournamentSummary& summary, const Context& context, const std::string& path);

} // namespace referee
