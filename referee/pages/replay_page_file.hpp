#pragma once

/// Writing the games of a record into a replay page, for `replay --html` and `play --html`.

#include "record/record.hpp"

#include <string>
#include <vector>

namespace referee {

/// Throws UserError if the page exists and may not be overwritten, or can't be written. Creates
/// missing folders.
void check_page(const std::string& page, bool force);

/// Writes the page; `record` names the games' source in messages. Prints where record and rules
/// disagree and returns whether they agree. Throws UserError.
bool write_replay_page(
    const std::string& record, const std::vector<RecordedGame>& games, const std::string& page);

} // namespace referee
