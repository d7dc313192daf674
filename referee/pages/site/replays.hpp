#pragma once

/// The replays of a site: one viewer for all, and for each game a page and a script with its data.

#include "pages/report/data.hpp"
#include "pages/site/files.hpp"

#include <string>
#include <string_view>

namespace referee {

/// The viewer's modules (pages/web) as one classic script: a browser loads no module from file://.
/// It takes the match from `refereeMatch`, which a game's own script sets.
std::string viewer_script(const std::string& game);

/// The page of a game: the skeleton of a replay page, with links instead of embedded contents.
/// `links`: HTML at the end of its panel; `game`: whose drawing it shows; `root`: root_of().
std::string replay_skeleton(
    const std::string& title, const std::string& name, const std::string& site_title,
    const std::string& links = "", const std::string& game = "", const std::string& root = "../");

/// Adds the replays to the site's files, and marks the games that have one. Adds to `result` how
/// many records could not be read, and how many files were removed because of a freeze or embargo.
/// `program`: of SiteInputs.
void add_replays(SiteData& data, SiteFiles& files, std::string_view program, SiteResult& result);

} // namespace referee
