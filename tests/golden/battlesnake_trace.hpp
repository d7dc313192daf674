#pragma once

/// One game of tests/golden/battlesnake.jsonl.gz or battlesnake_modes.jsonl.gz, replayed by the
/// rules. What is compared: every
/// turn's bodies, health, food, causes, killers and turns of death; then whether it is over, winner
/// and draw.

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// The result of a trace.
struct TraceResult {
    bool is_skipped = false; ///< two food on one cell, which fields forbid
    int turns = 0;
    std::string difference; ///< the first one ("game 3 turn 2: snake a: health 4, not 5"), or empty
};

TraceResult replay_battlesnake_trace(const nlohmann::json& game);

} // namespace tests
