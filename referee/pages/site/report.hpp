#pragma once

#include "tournament/report/context.hpp"
#include "tournament/report/summary.hpp"

#include <string>

namespace referee {

/// The tables as one self-contained HTML page: charts are SVG, there are no scripts, and it can be
/// printed. `path` is where the page will be written; links to records are relative to it.
std::string
report_html(const TournamentSummary& summary, const Context& context, const std::string& path);

} // namespace referee
