#pragma once

/// Playing a game with AIs that are still what they were when they were read.

#include "match/game_runner.hpp"

#include <vector>

namespace referee {

class PlayerPool;

/// Plays the game of `order` with these contestants (indexes) by seat; fills in `order.by_seat`.
/// The files of each are compared before and after it. Files replaced by others with the same bytes
/// change nothing; if an AI couldn't be started because of that, the game is played again. Throws
/// ProgramChanged if an AI has changed, StartError if its program can't be started although it is
/// the same; the record then holds nothing of the game.
GameResult
play_guarded(PlayerPool& players, const std::vector<int>& contestants, GameRequest& request);

} // namespace referee
