#pragma once

/// The parts of a report's page besides tables and charts: head, faults, links to records.

#include "tournament/context.hpp"
#include "tournament/summary.hpp"
#include "view/page_parts.hpp"

#include <string>
#include <string_view>

namespace referee {

std::string html_head(const TournamentSummary& summary, const Context& context);
/// `path` is the page's own path; links are relative to it.
std::string html_faults(const Context& context, const std::string& path);
std::string html_games(const Context& context, const std::string& path);

} // namespace referee
