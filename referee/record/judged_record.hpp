#pragma once

/// Recorded games as the judge sees them, to fit it or to see how well it judges.

#include "judge/fit/fit.hpp"
#include "record/record.hpp"

#include <optional>
#include <string>

namespace referee {

/// The game replayed by the rules; nothing if it has no result or the rules disagree with it.
/// Throws UserError as replay_game() does.
std::optional<JudgedGame> judged_game(const std::string& path, const RecordedGame& game);

} // namespace referee
