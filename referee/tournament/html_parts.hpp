#pragma once

/// Parts of a report's page that aren't tables: its head, the faults, and links to the records.

#include "tournament/context.hpp"
#include "tournament/summary.hpp"

#include <string>
#include <string_view>

namespace referee {

/// Text for HTML, also in attributes.
std::string escaped(std::string_view text);

std::string html_head(const TournamentSummary& summary, const Context& context);
/// `path` is the page's: links lead from there.
std::string html_faults(const Context& context, const std::string& path);
std::string html_games(const Context& context, const std::string& path);

} // namespace referee
