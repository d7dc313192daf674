#pragma once

/// Who sits at a seat of a game: a program (match/program_player.hpp) or a person
/// (match/people.hpp). The loop of a game (match/game_runner.hpp) knows no more of them than this,
/// so it is tested with players that do what a test tells them (tests/support/fake_player.hpp).

#include "game/game.hpp"
#include "match/run.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace referee {

class MoveFiles;

/// What a player is run for.
struct RunRequest {
    Phase phase = Phase::move;
    Seat seat = 1;
    int game = 1;                       ///< number of the game in the match, from 1
    int turn = 0;                       ///< as in match.dat
    int played = 0;                     ///< turns of the game that have been played
    std::chrono::nanoseconds limit{0};  ///< wall-clock time; 0: none
    std::uint32_t seed = 0;             ///< REFEREE_SEED
    const Position* position = nullptr; ///< people choose from its legal answers
};

/// An answer that is still to come.
struct PendingAnswer {
    int descriptor = -1;           ///< readable when there is something to receive
    std::int64_t deadline_ns = -1; ///< on CLOCK_MONOTONIC; negative: none
};

/// A game is begin_game(), runs, end_game(). A run is take_files(), start(), then finish() once
/// pending() has nothing any more.
class Player {
  public:
    Player() = default;
    virtual ~Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    /// A person has no files, no core, and no clock of an AI; prepares nothing; and may think while
    /// programs run.
    virtual bool is_person() const { return false; }
    /// The limit of a person's answers; 0: none.
    virtual std::chrono::nanoseconds own_limit() const { return {}; }
    /// Stays from move to move, suspended between them.
    virtual bool is_resident() const { return false; }
    /// The core that it runs on. Two programs with the same core don't run at the same time.
    virtual int core() const { return -1; }

    /// Forgets all earlier games. `log_name` is the prefix of the names of its logs. Throws
    /// UserError, InternalError.
    virtual void begin_game(const std::string& log_name) = 0;
    /// Gives it what it reads in its next run, and takes away its last answer. Throws DiskFull,
    /// InternalError.
    virtual void take_files(const MoveFiles& files) = 0;
    /// Starts a run. Throws StartError if the program can't be started.
    virtual void start(const RunRequest& request) = 0;
    /// What must be waited for before finish(), which waits for everything else by itself.
    virtual std::optional<PendingAnswer> pending() const { return std::nullopt; }
    /// The descriptor of the pending answer is readable.
    virtual void receive() {}
    /// The time of the pending answer is up.
    virtual void expire() {}
    /// Waits for the end of the run. With `reads_result` it reads result.dat, whose absence is a
    /// fault. Throws StartError if the program could not be started, Interrupted, InternalError.
    virtual Run finish(bool reads_result) = 0;
    /// What it wrote last to standard error, and to standard output if MatchConfig::keeps_output,
    /// in the last run.
    virtual const std::string& last_errors() const;
    virtual const std::string& last_output() const;

    /// Tells a resident program that it is eliminated or that the game is over.
    virtual void notify_end() {}
    /// Suspends it after that, so that it takes no time from the others.
    virtual void suspend() {}
    /// Ends what still runs. Returns what it used in the game and no run has counted.
    virtual ResourceUse end_game() { return {}; }
    /// What its author should know of that end; empty: nothing.
    virtual const std::string& end_note() const;
    /// Removes what the last game has left behind.
    virtual void end_games() {}

    /// True if the file system of its work folder is full.
    virtual bool is_disk_full() const { return false; }
    /// True if nothing keeps it from writing more than its share of that file system.
    virtual bool can_exceed_share() const { return false; }
    /// If it has taken more than its share, gives the space back with all that its files hold, and
    /// returns the fault.
    virtual std::optional<Run> judge_share() { return std::nullopt; }
};

/// Waits until none of these players has a pending answer. All are timed here, each with its own
/// deadline; there are at most max_seats. Throws Interrupted, InternalError.
void await_answers(std::span<Player* const> players);

} // namespace referee
