#pragma once

/// Records of games in which every AI answers nothing.

#include "record/record.hpp"

#include <string>
#include <vector>

namespace fuzz {

/// Begins a game in the record and plays and writes up to `max_turns` turns, and its end.
void write_turns(
    const referee::LoadedField& field, referee::Position& position, referee::RecordWriter& writer,
    int max_turns);

/// A record of the first turns of a game for each game, and such records with odd values.
std::vector<std::string> recorded_games();

} // namespace fuzz
