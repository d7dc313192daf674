#pragma once

/// The games that tell most of an entry, as small boards.

#include "pages/report/data.hpp"

#include <string>
#include <string_view>

namespace referee {

/// The entry's win over the strongest opponent, by the table; of several the newest. Only games of
/// the version in the table, with a replay, without any lost by faults, and with one winner.
/// Nothing if there is none.
const SiteGame* best_win(const SiteData& data, int entry);
/// The same of its defeats: the one against the weakest opponent.
const SiteGame* worst_defeat(const SiteData& data, int entry);

/// A link to the game's replay with a board of its last position, which site/best.js draws where it
/// runs. `what` says which game it is: "best win". `root`: the path to the site's folder.
std::string small_board(
    const SiteData& data, const SiteGame& game, std::string_view what, std::string_view root);

} // namespace referee
