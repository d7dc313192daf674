#pragma once

/// What the makers of a site's pages share: the data, the files, and keys of what pages show.

#include "pages/report/data.hpp"
#include "pages/report/elements.hpp"
#include "pages/site/files.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A page's key has all that the page shows. The functions here begin and continue it; who shows
/// something else adds that. A change of what games_table() shows is a change of game_keys().
class SiteMaker {
  public:
    /// `program` stands for the program that makes the pages: another one makes other pages. The
    /// replays are known. Keeps references to all arguments.
    SiteMaker(const SiteData& data, SiteFiles& files, std::string_view program);

    const SiteData& data;
    SiteFiles& files;

    /// The key of the frame of a page at this path: its title and what all pages have.
    SiteKey page_key(std::string_view path, std::string_view title) const;
    /// Adds what games_table() shows of these games.
    void add_games(SiteKey& key, std::span<const SiteGame* const> games) const;
    /// Adds an entry's name and address.
    void add_entry(SiteKey& key, const SiteEntry& entry) const;

  private:
    using GameKey = std::array<char, 32>;

    std::string frame_;
    std::vector<GameKey> game_keys_; ///< by place in data.games
};

} // namespace referee
