#pragma once

/// Another AI's answer to each position of a recorded game, beside the moves played.

#include "ai/contestant.hpp"
#include "match/config.hpp"
#include "record/record.hpp"
#include "record/rerun/rerun.hpp"

#include <functional>
#include <string>
#include <vector>

namespace referee {

/// Runs the only AI of `contestants` in every move of the given seats, with a player and a
/// memory.dat for each seat. Calls `answered` after each move. Throws UserError if record and rules
/// disagree, Interrupted, InternalError.
void analyse(
    const std::string& path, const RecordedGame& game, const std::vector<Seat>& seats,
    const std::vector<Contestant>& contestants, const MatchConfig& config,
    const std::function<void(const Rerun&)>& answered);

/// Writes the game's lines of the record at `path` to `out`, with these answers in the lines of
/// their moves, and the AI among the head's analyses.
void write_analysis(
    const std::string& path, const RecordedGame& game, const Contestant& contestant,
    const std::vector<Rerun>& answers, RecordWriter& out);

} // namespace referee
