#pragma once

/// The progress of a tournament for the page of `--watch`.

#include "tournament/progress.hpp"
#include "view/live/feed.hpp"

#include <string>
#include <vector>

namespace referee {

/// The JSON of view/web/types.d.ts, TournamentProgress, with so many AIs as fit into `max_bytes`.
std::string live_progress(
    const ProgressView& view, const std::vector<std::string>& names, std::size_t max_bytes);

/// Hands each change of the progress to the page.
void show_live(Progress& progress, const std::vector<std::string>& names, LiveFeed& feed);

} // namespace referee
