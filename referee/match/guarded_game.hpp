#pragma once

/// Plays a game and makes sure that the AIs' files haven't changed since they were hashed.

#include "match/game_runner.hpp"

#include <vector>

namespace referee {

class PlayerPool;

/// Plays the requested game with these contestants (indexes by seat) and fills in
/// `request.by_seat` and `request.contestants`. Compares the files of each AI before and after the
/// game. Files that were replaced by identical ones don't matter; if an AI couldn't be started
/// because of that, the game is played again. Throws ProgramChanged if an AI has changed, and
/// StartError if an unchanged program can't be started. The record then holds nothing of the game.
GameResult
play_guarded(PlayerPool& players, const std::vector<int>& contestants, GameRequest& request);

} // namespace referee
