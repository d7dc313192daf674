#pragma once

/// A program at a seat: one AI during a match, with its work folder, keeper and streams. Knows
/// files and processes, but no rules.

#include "ai/contestant.hpp"
#include "game/game.hpp"
#include "keeper/keeper.hpp"
#include "keeper/protocol.hpp"
#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"
#include "match/config.hpp"
#include "match/player.hpp"
#include "match/streams.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/users.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class ProgramPlayer final : public Player {
  public:
    /// `number` distinguishes the players of a match; `core` is the core the AI may use. If we are
    /// root, the AI gets its own user. Throws UserError, InternalError.
    ProgramPlayer(
        const Contestant& contestant, const GameInfo& game, WorkRoot& root, int number, int core,
        const MatchConfig& config);

    int core() const override { return core_; }
    /// Moves it to another core from its next game on.
    void move_to_core(int core);
    const std::string& work_path() const { return folder_.path(); }
    /// A note for the organiser, or empty.
    const std::string& note() const { return note_; }

    /// Tries to open `path` from inside the confinement; an empty path stands for the network.
    /// Throws InternalError, which names `what`, if this succeeds. Does nothing in mode none.
    void require_refused(const std::string& path, const std::string& what);

    /// Throws InternalError if the AI would run as root or with a capability.
    void require_no_privileges();

    /// Empties the work folder for a new game.
    void begin_game(const std::string& log_name) override;
    /// Empties the work folder after the last game.
    void end_games() override;

    void write(std::string_view file, std::string_view content) { folder_.write(file, content); }
    /// The content that the AI has left in one of its files; nothing if it can't be read.
    std::optional<std::string> read(std::string_view file);
    /// Repairs the work folder and empties result.dat, before the state files are written.
    void prepare_move();
    void take_files(const MoveFiles& files) override;
    void start(const RunRequest& request) override;
    std::optional<PendingAnswer> pending() const override;
    void receive() override { resident_->receive(); }
    void expire() override { resident_->expire(); }
    Run finish(bool reads_result) override;
    bool is_resident() const override { return resident_ != nullptr; }
    const std::string& last_errors() const override { return streams_.last_errors(); }
    const std::string& last_output() const override { return streams_.last_output(); }

    void notify_end() override;
    void suspend() override;
    ResourceUse end_game() override;
    const std::string& end_note() const override { return end_note_; }

    /// In mode strict each AI has a file system of its own: then it is never full.
    bool is_disk_full() const override;
    /// True if the AI can create files.
    bool can_exceed_share() const override;
    /// Reads the whole work folder.
    std::optional<Run> judge_share() override;

  private:
    std::vector<std::string> names_of_readable() const;
    Permissions permissions() const;
    KeeperConfig keeper_options(const GameInfo& game) const;
    void write_parameters();
    void note_ports(const Permissions& permissions);
    void require_all_hidden(const std::string& root, const Permissions& permissions) const;
    std::string first_start_error(const std::string& what) const;
    void require_start(const Report& report);

    const Contestant& contestant_;
    const MatchConfig& config_;
    Program started_; ///< with the values of parameters in its command
    int core_;
    std::string note_;
    PrivateUser user_;
    WorkFolder folder_;
    Streams streams_;
    MemoryGroup memory_group_; ///< outlives the keeper, which is in it
    std::unique_ptr<Keeper> keeper_;
    std::unique_ptr<Resident> resident_;
    bool may_stay_ = false; ///< from game to game
    std::string end_note_;
    std::chrono::nanoseconds limit_{0};
    bool has_started_ = false;
};

} // namespace referee
