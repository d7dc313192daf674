#pragma once

/// Choosing a game, a seat and a move of a record by --game, --seat and --turn.

#include "cli/arguments.hpp"
#include "record/record.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace referee {

/// The game of --game, or the only one. Throws UserError that lists the games.
const RecordedGame& chosen_game(
    const Arguments& arguments, const std::string& path, const std::vector<RecordedGame>& games);

/// The seat of --seat, or 0 if it isn't given. Throws UserError if the game doesn't have it.
Seat chosen_seat(const Arguments& arguments, const std::string& path, const RecordedGame& game);

/// Index of the move of --turn and --seat; --seat may be left out where one seat moved. Throws
/// UserError "FILE:LINE: …" that lists the turns, or if the move was played in another record.
std::size_t
chosen_move(const Arguments& arguments, const std::string& path, const RecordedGame& game);

} // namespace referee
