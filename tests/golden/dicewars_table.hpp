#pragma once

/// The games of the paper's tournament table, played in one process. Apart from the test, so that
/// tests/golden/mutate.py can link it with wrong rules.

#include "dicewars/lib/agents.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace tests {

/// The board of a line of dicewars_boards.jsonl.gz as a game, with the course's numbers.
referee::dicewars::Setup table_setup(const nlohmann::json& board);

/// Plays a game to its end with an agent for each seat.
referee::dicewars::State play_out(
    const referee::dicewars::Setup& setup,
    std::span<const referee::dicewars::sample::Choose> agents);

/// Where a game differs from its line in dicewars_table.jsonl.gz, or empty.
std::string
difference_from_table(const referee::dicewars::State& state, const nlohmann::json& line);

} // namespace tests
