#pragma once

/// One AI during a match: its work folder, its keeper, what it prints. Knows files and processes,
/// but no rules.

#include "game.hpp"
#include "match/config.hpp"
#include "match/contestant.hpp"
#include "match/run.hpp"
#include "match/streams.hpp"
#include "process/keeper.hpp"
#include "process/memory_group.hpp"
#include "process/private_user.hpp"
#include "process/resident.hpp"
#include "process/work_folder.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace referee {

class Player {
  public:
    /// `number` tells the players of a match apart; `core` is the one it may use. As root it takes
    /// a user of its own. Throws UserError, InternalError.
    Player(
        const Contestant& contestant, const GameInfo& game, WorkRoot& root, int number, int core,
        const MatchConfig& config);

    const Contestant& contestant() const { return contestant_; }
    int core() const { return core_; }
    /// Lets it run on another core from its next game on.
    void move_to_core(int core);
    const std::string& work_path() const { return folder_.path(); }
    /// Something that the organiser should know, or empty.
    const std::string& note() const { return note_; }

    /// Tries from inside the box whether `path` (what it is: `what`) can be opened; an empty path
    /// stands for the network. Throws InternalError if so. Does nothing in mode none.
    void require_refused(const std::string& path, const std::string& what);

    /// Makes sure that the AI runs neither as root nor with a capability. Throws InternalError.
    void require_no_privileges();

    /// Empties the work folder for a new game. `log_name` is the beginning of the names of the
    /// logs.
    void begin_game(const std::string& log_name);
    /// Empties it after the last game.
    void end_games();

    void write(std::string_view file, std::string_view content) { folder_.write(file, content); }
    /// Before the state files of a move are written: puts the folder right, empties result.dat.
    void prepare_move();
    /// Starts the AI, or asks the resident one; to be followed by finish(). `limit` in wall-clock
    /// time, 0 for none.
    void
    start(std::chrono::nanoseconds limit, Seat seat, std::uint32_t seed, Phase phase, int turn);
    /// The resident AI, if it has been asked and has not answered yet; else null. finish() may only
    /// be called when this is null.
    Resident* unsettled() const;
    /// Waits for it. With `reads_result` result.dat is read and its absence is a fault. Throws
    /// StartError if the AI could not be started.
    Run finish(bool reads_result);
    bool is_resident() const { return resident_ != nullptr; }
    /// Lets a resident AI know that it is out, or that the game is over.
    void notify_end();
    /// Stops one that is out, so that it takes no time from those who play on.
    void suspend();
    /// Ends a resident AI; what it used in the whole game beside the times of its moves.
    ResourceUse end_game();
    /// The end of what it printed to standard error in the last run.
    const std::string& last_errors() const { return streams_.last_errors(); }

  private:
    Permissions permissions() const;
    KeeperConfig keeper_options(const GameInfo& game) const;
    void note_ports(const Permissions& permissions);
    void require_all_hidden(const std::string& root, const Permissions& permissions) const;
    void require_start(const Report& report);

    const Contestant& contestant_;
    const MatchConfig& config_;
    int core_;
    std::string note_;
    PrivateUser user_;
    WorkFolder folder_;
    Streams streams_;
    MemoryGroup memory_group_; ///< goes after the keeper, which is in it
    std::unique_ptr<Keeper> keeper_;
    std::unique_ptr<Resident> resident_;
    std::chrono::nanoseconds limit_{0};
    bool has_started_ = false;
};

} // namespace referee
