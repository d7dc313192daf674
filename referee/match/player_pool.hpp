#pragma once

/// The players of one or many matches: a work folder and a keeper for each AI, made when it is
/// first needed and kept, because a keeper takes longer to start than a short game.

#include "error.hpp"
#include "match/player.hpp"
#include "process/program_files.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

/// The files of an AI are others than at the start: what it played can't be counted.
struct ProgramChanged : UserError {
    using UserError::UserError;
};

class PlayerPool {
  public:
    /// Keeps references to all three. `cores` are for the players: in games in which all move at
    /// once each gets one of its own as far as there are enough, else all are on the first.
    PlayerPool(
        const std::vector<Contestant>& contestants, const GameInfo& game, const MatchConfig& config,
        std::vector<int> cores);

    /// The players of these contestants (indexes, all different), in that order; those that were
    /// not there yet are made, and tried from inside their boxes. Throws UserError, InternalError.
    std::vector<Player*> acquire(const std::vector<int>& contestants);

    /// Compares the files of these contestants with those that were hashed. Players whose program
    /// was replaced by one with the same bytes are made anew when they are next wanted, because
    /// their boxes know the old one; true if there are any. Throws ProgramChanged.
    bool require_unchanged(const std::vector<int>& contestants);
    /// Ends these players; of() makes them anew.
    void drop(const std::vector<int>& contestants);

    /// Where --keep-work leaves the folders.
    const std::string& work_path() const { return root_.path(); }
    /// What the organiser should know, a line each; those made since the last call.
    std::vector<std::string> take_notes();

  private:
    struct Place {
        std::unique_ptr<Player> player;
        long last_used = 0;
        std::vector<FileStamp> stamps; ///< of the program's files, when they were last hashed
    };

    void make(int contestant, int core);
    void test_confinement(int contestant);
    bool was_replaced(int contestant);
    void drop_oldest(const std::vector<int>& wanted);

    const std::vector<Contestant>& contestants_;
    const GameInfo& game_;
    const MatchConfig& config_;
    std::vector<int> cores_;
    WorkRoot root_;
    std::vector<Place> places_; ///< by contestant
    std::vector<std::string> notes_;
    int made_ = 0;
    long uses_ = 0;
};

} // namespace referee
