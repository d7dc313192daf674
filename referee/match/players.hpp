#pragma once

/// The players of one or many matches: a work folder and a keeper for each AI, created on first use
/// and kept, because starting a keeper takes longer than a short game.

#include "ai/program.hpp"
#include "base/error.hpp"
#include "match/game_runner.hpp"
#include "match/player.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

/// The files of an AI have changed since the start, so its game can't count.
struct ProgramChanged : UserError {
    using UserError::UserError;
};

class PlayerPool {
  public:
    /// Keeps references to the first two. In simultaneous games each player gets its own core
    /// while there are enough `cores`; otherwise all use the first.
    PlayerPool(
        const std::vector<Contestant>& contestants, const GameInfo& game, const MatchConfig& config,
        std::vector<int> cores);

    const Contestant& contestant(int index) const { return contestants_[index]; }

    /// The players of these contestants (distinct indexes), in that order; null for a person.
    /// Missing ones are created and their confinement is tested. Throws UserError, InternalError.
    std::vector<Player*> acquire(const std::vector<int>& contestants);

    /// Compares the files of these contestants with the hashed ones. A player whose program was
    /// replaced by an identical one is created anew at its next use, because its confinement refers
    /// to the old file. True if there are any. Throws ProgramChanged.
    bool require_unchanged(const std::vector<int>& contestants);
    /// Ends these players; acquire() creates them again.
    void drop(const std::vector<int>& contestants);

    /// The folder in which --keep-work leaves the work folders.
    const std::string& work_path() const { return root_.path(); }
    /// Notes for the organiser since the last call, one line each.
    std::vector<std::string> take_notes();

  private:
    struct Place {
        std::unique_ptr<Player> player;
        long last_used = 0;
        std::vector<FileStamp> stamps; ///< of the program's files when they were last hashed
    };

    void make(int contestant, int core);
    void test_confinement(int contestant);
    bool was_replaced(int contestant);
    void drop_oldest(const std::vector<int>& wanted);

    const std::vector<Contestant>& contestants_;
    const GameInfo& game_;
    MatchConfig config_; ///< with the share of the work space
    std::vector<int> cores_;
    WorkRoot root_;
    std::vector<Place> places_; ///< by contestant
    std::vector<std::string> notes_;
    int made_ = 0;
    long uses_ = 0;
};

// Plays a game and makes sure that the AIs' files haven't changed since they were hashed.

class PlayerPool;

/// Plays the requested game with these contestants (indexes by seat) and fills in
/// `request.by_seat` and `request.contestants`. Compares the files of each AI before and after the
/// game. Files that were replaced by identical ones don't matter; if an AI couldn't be started
/// because of that, the game is played again. Throws ProgramChanged if an AI has changed, and
/// StartError if an unchanged program can't be started, and DiskFull. The record then holds nothing
/// of the game.
GameResult
play_guarded(PlayerPool& players, const std::vector<int>& contestants, GameRequest& request);

} // namespace referee
