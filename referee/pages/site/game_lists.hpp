#pragma once

/// Lists of games on a site: a long one goes on in pages of its own, and one index finds any game.

#include "pages/report/elements.hpp"

#include <string>
#include <vector>

namespace referee {

/// Games of a page; the newest page has from half as many to one and a half.
constexpr std::size_t games_of_page = 200;

struct GameList {
    std::string html;              ///< the newest games, for the page that has the list
    std::vector<SitePage> further; ///< the others
};

/// `games`: the oldest first. `path`: the page that has the list, such as "entry/alice.html"; older
/// games are in "entry/alice/1.html", the oldest, and so on. `title`: text, what the list is about.
GameList game_list(
    const SiteData& data, const std::vector<const SiteGame*>& games, const std::string& path,
    const std::string& title);

/// The script with the index of all games that web/site/search.js loads when somebody types.
SitePage games_index(const SiteData& data);

} // namespace referee
