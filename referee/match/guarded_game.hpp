#pragma once

/// Plays a game and makes sure that it was played by the programs that were hashed, and that
/// whatever doesn't count leaves nothing: neither in the record nor in the players.

#include "base/error.hpp"
#include "match/game_runner.hpp"
#include "match/limits.hpp"

#include <vector>

namespace referee {

/// The files of an AI have changed since the start, so its game can't count.
struct ProgramChanged : UserError {
    using UserError::UserError;
};

/// Where the players of a game come from. The contestants are named by their index.
class PlayerSource {
  public:
    virtual ~PlayerSource() = default;
    virtual const Contestant& contestant(int index) const = 0;
    /// The players of these contestants (distinct indexes), in that order. Throws UserError,
    /// InternalError.
    virtual std::vector<Player*> acquire(const std::vector<int>& contestants) = 0;
    /// Compares the files of these contestants with the hashed ones. A player whose program was
    /// replaced by an identical one is created anew at its next use. True if there are any. Throws
    /// ProgramChanged.
    virtual bool require_unchanged(const std::vector<int>& contestants) = 0;
    /// Ends these players; acquire() creates them again.
    virtual void drop(const std::vector<int>& contestants) = 0;
};

/// Plays the requested game with these contestants (indexes by seat) and fills in
/// `request.by_seat` and `request.contestants`. Compares the files of each AI before and after the
/// game. Files that were replaced by identical ones don't matter; if an AI couldn't be started
/// because of that, the game is played again. Throws ProgramChanged if an AI has changed, and
/// StartError if an unchanged program can't be started, and DiskFull. The record then holds nothing
/// of the game.
GameResult
play_guarded(PlayerSource& players, const std::vector<int>& contestants, GameRequest& request);

/// As play_guarded(); a game that DiskFull has ended is played again, up to max_full_disks times
/// in all.
GameResult play_until_there_is_room(
    PlayerSource& players, const std::vector<int>& contestants, GameRequest& request);

} // namespace referee
