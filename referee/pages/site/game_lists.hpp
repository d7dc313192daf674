#pragma once

/// Lists of games on a site: a long one goes on in pages of its own, and one index finds any game.

#include "pages/site/maker.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace referee {

/// Games of a page; the newest page has from half as many to one and a half.
constexpr std::size_t games_of_page = 200;

/// The number of pages with older games, of a list of so many.
constexpr std::size_t further_pages(std::size_t games) {
    return games <= games_of_page ? 0 : (games - games_of_page / 2) / games_of_page;
}

/// The newest games of a list, for the page that has it.
struct GameList {
    std::string key;                   ///< of what it shows
    std::function<std::string()> html; ///< makes it
};

/// `games`: the oldest first; they must live as long as the list. `path`: the page that has the
/// list, such as "entry/alice.html"; older games are in "entry/alice/1.html", the oldest, and so
/// on, which become files of the site. `title`: text, what the list is about.
GameList game_list(
    const SiteMaker& site, std::span<const SiteGame* const> games, const std::string& path,
    const std::string& title);

/// The script with the index of all games that web/site/search.js loads when somebody types.
std::string games_index(const SiteData& data);

} // namespace referee
