#pragma once

/// What the pages of a site have in common: their frame, links to AIs, the table of games.

#include "pages/html.hpp"
#include "pages/report/data.hpp"
#include "tournament/report/summary.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A page below the site's folder: its path and all of its bytes.
struct SitePage {
    std::string path;
    std::string text;
};

/// What a page may have besides its content.
struct PageExtras {
    std::string description{};     ///< a sentence for previews; text
    std::string scripts{};         ///< HTML: elements that load scripts of the site
    bool draws = false;            ///< its scripts set styles of what they draw
    std::vector<PagePart> parts{}; ///< for contents; few need none
};

/// Leads from a page to the site's folder: "", "../", "../../".
std::string root_of(int depth);

/// A whole page. `depth`: 0 in the site's folder, 1 in a folder of it.
std::string site_page(
    const SiteData& data, const std::string& title, int depth, const std::string& content,
    const PageExtras& extras = {});

/// An element that loads a script of the site.
std::string script_html(std::string_view root, std::string_view file);

/// A link to the page of an AI's entry, with its version. `root`: root_of().
std::string ai_link(const SiteData& data, int ai, std::string_view root);
constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
/// The table of games, which come with the oldest first: the newest first, at most `max`.
/// pages/site/maker.cpp has the keys of what it shows.
std::string games_table(
    const SiteData& data, std::span<const SiteGame* const> games, std::string_view root,
    std::size_t max);

/// "+35 ± 12", "≥ +210"; with the whole interval as title.
std::string rating_cell(const Ratings::Rating& rating);

/// "2026-11-21 20:51" in a time element; empty without a time.
std::string time_html(const std::string& time);

/// A number with a minus sign instead of its hyphens.
std::string with_minus(std::string text);

} // namespace referee
