#pragma once

/// The common parts of a site's pages. All text from outside goes through escaped().

#include "season/site_data.hpp"
#include "view/page_parts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A page below the site's folder: its path and all of its bytes.
struct SitePage {
    std::string path;
    std::string text;
};

/// A whole page. `depth`: 0 in the site's folder, 1 in a folder of it.
std::string
site_page(const SiteData& data, std::string_view title, int depth, const std::string& content);

/// A link to the page of an AI's entry, with its version. `root` is "" or "../".
std::string ai_link(const SiteData& data, int ai, std::string_view root);
/// A link to a file of the site, percent-encoded.
std::string link(std::string_view root, std::string_view path, const std::string& text);

/// The possible ranks of an entry: "2 to 4", "3"; empty without a rank.
std::string rank_set(const SeasonRow& row);

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
/// The table of games, the newest first, at most `max`.
std::string games_table(
    const SiteData& data, const std::vector<const SiteGame*>& games, std::string_view root,
    std::size_t max);

/// "+35 ± 12", "≥ +210"; with the whole interval as title.
std::string rating_cell(const Ratings::Rating& rating);

/// "2026-11-21 20:51" in a time element; empty without a time.
std::string time_html(const std::string& time);

/// Text of several lines, each fit for a page: control characters are written as \xNN.
std::string visible_text(const std::string& text);

} // namespace referee
