#pragma once

/// One AI during a match: its work folder, keeper and streams. Knows files and processes, but no
/// rules.

#include "ai/contestant.hpp"
#include "game/game.hpp"
#include "keeper/keeper.hpp"
#include "keeper/protocol.hpp"
#include "keeper/resident.hpp"
#include "keeper/work_folder.hpp"
#include "match/config.hpp"
#include "match/streams.hpp"
#include "sandbox/memory_group.hpp"
#include "sandbox/users.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace referee {

// The result of one run of an AI, and the fault that follows from it.

struct ReadResult;
struct Report;
struct ResidentAnswer;

/// The maximum size of notes.dat that is read and recorded, in bytes.
inline constexpr std::size_t max_notes_bytes = 16 * 1024;

/// The result of a run of an AI, before the game has judged the answer.
struct Run {
    Fault fault = Fault::none;
    std::string reason; ///< for people; empty without a fault
    std::string text;   ///< content of result.dat
    std::string notes;  ///< content of notes.dat, at most max_notes_bytes
    /// Content of memory.dat, if it is to be recorded and can be read.
    std::optional<std::string> memory;
    bool is_first_of_process = false; ///< a resident AI's process was started for this run
    ResourceUse use;
    std::int64_t own_ns = 0; ///< OwnTime::add()
    /// It was late because others had its core for more than half of the time.
    bool machine_was_busy = false;
    /// It died of a signal that may have been sent to all processes, including the referee.
    bool may_be_interrupted = false;
    /// Why a resident AI was killed after its answer and is restarted; empty if it wasn't.
    std::string restart;
    bool is_starved = false; ///< it was restarted because the machine was busy
};

/// The run of a program that was started for one move. `limit` is its time limit, `memory` its
/// memory limit in bytes. The program must have been started.
Run run_of(const Report& report, std::chrono::nanoseconds limit, std::uint64_t memory);
/// The same for a resident AI.
Run run_of(const ResidentAnswer& answer, std::chrono::nanoseconds limit, std::uint64_t memory);

/// Uses the content of result.dat as the answer, or sets the fault.
void take_result(ReadResult found, bool is_resident, Run& run);

class Player {
  public:
    /// `number` distinguishes the players of a match; `core` is the core the AI may use. If we are
    /// root, the AI gets its own user. Throws UserError, InternalError.
    Player(
        const Contestant& contestant, const GameInfo& game, WorkRoot& root, int number, int core,
        const MatchConfig& config);

    const Contestant& contestant() const { return contestant_; }
    int core() const { return core_; }
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

    /// Empties the work folder for a new game. `log_name` is the prefix of the logs' names.
    void begin_game(const std::string& log_name);
    /// Empties the work folder after the last game.
    void end_games();

    void write(std::string_view file, std::string_view content) { folder_.write(file, content); }
    /// The content that the AI has left in one of its files; nothing if it can't be read.
    std::optional<std::string> read(std::string_view file);
    /// Repairs the work folder and empties result.dat, before the state files are written.
    void prepare_move();
    /// Starts the AI, or asks the resident one. Call finish() next. `limit` is wall-clock time; 0:
    /// none.
    void
    start(std::chrono::nanoseconds limit, Seat seat, std::uint32_t seed, Phase phase, int turn);
    /// The resident AI while its answer is pending, else null. finish() may only be called when
    /// this is null.
    Resident* unsettled() const;
    /// Waits for the end of the run. With `reads_result` it reads result.dat, whose absence is a
    /// fault. Throws StartError if the AI could not be started.
    Run finish(bool reads_result);
    bool is_resident() const { return resident_ != nullptr; }

    /// True if the file system of the work folder is full. In mode strict each AI has one of its
    /// own: then it is never full.
    bool is_disk_full() const;
    /// True if nothing keeps the AI from writing more than its share: it can create files.
    bool can_exceed_share() const;
    /// True if everything in its work folder is more than its share. Reads the whole folder.
    bool exceeds_share();
    /// The fault of an AI that has filled the file system. Gives the space back.
    Run filled_disk();
    /// Gives back the space that the AI has taken.
    void make_room() { folder_.make_room(); }
    /// Notifies a resident AI that it is eliminated or that the game is over.
    void notify_end();
    /// Suspends an eliminated AI, so that it takes no time from the others.
    void suspend();
    /// Ends a resident AI. Returns the resources used in the game that no move has counted.
    ResourceUse end_game();
    /// The last bytes of its standard error in the last run.
    const std::string& last_errors() const { return streams_.last_errors(); }
    /// The last bytes of its standard output in the last run, if MatchConfig::keeps_output.
    const std::string& last_output() const { return streams_.last_output(); }

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
    std::chrono::nanoseconds limit_{0};
    bool has_started_ = false;
};

class Player;

/// Waits until each of these players that is resident has answered, or its time is up. They are
/// timed here, not by their keepers: all at once, each with its own deadline. There are at most
/// max_seats. Throws Interrupted, InternalError.
void await_residents(std::span<Player* const> players);

} // namespace referee
