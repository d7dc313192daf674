#pragma once

/// Notes for authors: notes/NAME/VERSION.txt.

#include "season/queue.hpp"
#include "season/versions.hpp"
#include "tournament/store.hpp"

#include <string>

namespace referee {

/// Writes the note of each version whose text has changed, under another name first.
void write_all_notes(
    const std::string& folder, const Store& store, const FaultStreaks& streaks, const Queue& queue);

} // namespace referee
