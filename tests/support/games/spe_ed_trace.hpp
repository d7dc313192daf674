#pragma once

/// Games of spe_ed as recorded from other engines: replaying one through the rules.
/// Used by the golden test and, with deliberately wrong rules, by the mutation test.

#include "games/spe_ed/rules.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// The start of a game of tests/golden/spe_ed.jsonl.gz.
referee::spe_ed::State spe_ed_start(const nlohmann::json& game);

/// The actions of a round; a word that is no action is a fault, like none at all.
referee::spe_ed::Actions spe_ed_actions(const nlohmann::json& round);

/// SHA-1 of the cells, row by row, joined by commas; in hexadecimal digits.
std::string cells_sha1(const referee::spe_ed::Board& board);

/// Replays a game and compares after every round: the players, those who are out too, every cell,
/// and whether it goes on; then the winner. Says the first difference, or nothing.
std::string first_difference(const nlohmann::json& game);

} // namespace tests
