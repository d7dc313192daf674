#pragma once

/// The pages of a site, except replays.

#include "pages/report/elements.hpp"
#include "tournament/store/results.hpp"

#include <vector>

namespace referee {

std::string front_page(const SiteData& data);
/// The list of all games and fields.
std::vector<SitePage> game_pages(const SiteData& data);
/// The report of the tournament, with links into the site.
std::vector<SitePage> report_pages(const SiteData& data, const Results& store);
/// How the game works: its README.md. A game without one has a page that says so.
std::vector<SitePage> rules_pages(const SiteData& data);
/// A page for each entry, for each pair that has met, and for each field that was played on.
std::vector<SitePage> entry_pages(const SiteData& data);
std::vector<SitePage> pair_pages(const SiteData& data);
std::vector<SitePage> field_pages(const SiteData& data);

/// standings.json, games.csv, feed.json, and games.pgn for two seats.
std::vector<SitePage> data_files(const SiteData& data, const Results& store);

} // namespace referee
