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

/// Writes a file, under another name first, so that nobody sees a partial file, unless it already
/// has the text. True if it was written.
bool write_if_changed(const std::string& path, const std::string& text);

} // namespace referee
