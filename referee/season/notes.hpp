#pragma once

/// Notes for authors: notes/NAME/VERSION.txt.

#include "season/entries/versions.hpp"
#include "season/queue.hpp"
#include "tournament/store/results.hpp"

#include <string>

namespace referee {

/// Writes the note of each version whose text has changed, under another name first.
void write_all_notes(
    const std::string& folder, const Results& store, const FaultStreaks& streaks,
    const Queue& queue);

} // namespace referee
