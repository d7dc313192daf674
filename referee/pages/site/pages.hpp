#pragma once

/// The pages of a site, except replays.

#include "pages/site/maker.hpp"
#include "tournament/store/results.hpp"

#include <string>
#include <vector>

namespace referee {

std::string front_page(const SiteData& data);
/// The list of all games and fields.
void add_game_pages(const SiteMaker& site);
/// The report of the tournament, with links into the site.
std::string report_page(const SiteData& data, const Results& store);
/// How the game works: its README.md. A game without one has a page that says so.
std::string rules_page(const SiteData& data);
/// The entries that play in the game, each once, ascending. Any two of them are a pair with a page.
std::vector<int> entries_in(const SiteData& data, const SiteGame& game);
/// A page for each entry, for each pair that has met, and for each field that was played on.
void add_entry_pages(const SiteMaker& site);
void add_pair_pages(const SiteMaker& site);
void add_field_pages(const SiteMaker& site);

/// standings.json, games.csv, feed.json, and games.pgn for two seats.
void add_data_files(const SiteMaker& site, const Results& store);

} // namespace referee
