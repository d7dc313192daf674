#pragma once

/// Runs a tournament: hands the games of the queue to the workers, and stores each finished game.
///
/// This loop decides who plays what and which results count, in whatever order games end, workers
/// die, disks fill up and signals come. What it moves is behind interfaces: workers and time
/// (workers.hpp), finished games (book.hpp), a season's other work (Attendant). So tests drive it
/// through every order of events without a process.
///
/// A game is in one of these places: not yet given out by the queue; `playing_` at a worker;
/// `voided_`, to be played again; `held_back_`, finished but perhaps disturbed by a signal; in the
/// book. Only the last one survives the end of this process, and nothing else needs to: a game that
/// isn't in the book is played when the command is run again.

#include "tournament/plan/plan.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/queue.hpp"
#include "tournament/play/workers.hpp"
#include "tournament/store/book.hpp"
#include "tournament/store/outcome.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace referee {

/// Why a worker has ended.
struct WorkerFailure {
    std::string why;
    std::string no_room_for{}; ///< the file whose disk was full; else empty
    std::string contestant{};  ///< the name of the AI that can't be played; else empty
    bool is_ours = false;      ///< a mistake of ours, not of the machine or the user
};

/// Work of a tournament besides its games: a season accepts new AIs while others play. The
/// tournament asks its attendant before it hands out games, and gives it workers that are idle.
class Attendant {
  public:
    virtual ~Attendant() = default;
    /// Called before games are handed out.
    virtual void attend() = 0;
    /// True if nothing more will come: the tournament ends when nothing is being played.
    virtual bool is_done() const = 0;
    /// When attend() is due next, on CLOCK_MONOTONIC.
    virtual std::int64_t due_ns() const = 0;
    /// A descriptor that becomes readable when attend() is due at once.
    virtual int descriptor() const = 0;
    /// True if this worker gets no more games until it is idle and occupy() was called for it.
    virtual bool wants(std::size_t worker) = 0;
    /// Called with an idle worker that it has requested. True if the worker now runs a job.
    virtual bool occupy(std::size_t worker) = 0;
    /// The job of a worker has ended with this text.
    virtual void job_done(std::size_t worker, const std::string& text) = 0;
    /// The worker has ended before its job.
    virtual void job_failed(std::size_t worker, const WorkerFailure& failure) = 0;
    /// A game is in the book.
    virtual void stored(const GameOutcome& outcome) = 0;
    /// The worker could not play these games, none if it was idle, and has to be renewed. They will
    /// not be played.
    virtual void
    failed(std::size_t worker, std::span<const GameToPlay> games, const WorkerFailure& failure) = 0;
    /// The rules of the game have failed in this one, which is nobody's fault. No more games of its
    /// match are given out; the worker plays on.
    virtual void rules_failed(const GameToPlay& game) = 0;
};

class Tournament {
  public:
    /// Keeps references to all arguments.
    Tournament(
        const TournamentConfig& config, Book& book, TournamentWorkers& workers, Progress& progress);
    /// As above, with a plan other than the configuration's, and an attendant.
    Tournament(
        const TournamentConfig& config, Book& book, TournamentWorkers& workers, Progress& progress,
        std::unique_ptr<Plan> plan, Attendant* attendant);

    /// Plays the remaining games. Throws UserError (an AI can't be started), InternalError,
    /// Interrupted. Finished games are stored in any case, unless a signal may have disturbed them.
    void run();

    // Its steps, one after the other, for a test that decides what happens between them.

    /// Asks the attendant, and gives work to the workers that have none. False if it is over.
    bool hand_out();
    /// Waits for messages of workers, and takes them.
    void take_events();

  private:
    void give_out();
    bool is_busy(std::size_t worker);
    bool is_over() const;
    void take(std::size_t worker);
    bool take_game(std::size_t worker, std::int64_t index);
    void take_failure(std::size_t worker, const WorkerMessage& message);
    void take_broken_game(std::size_t worker, const std::string& why);
    void take_full_disk(std::size_t worker, const std::string& why);
    void abandon(std::int64_t match);
    void
    give_up(std::size_t worker, const std::vector<GameToPlay>& games, const WorkerFailure& failure);
    void require_none_broken() const;
    bool is_idle() const;
    std::optional<GameToPlay> next_game();
    void played(std::size_t worker, WorkerMessage& message);
    void accept(const WorkerMessage& message);
    void accept_held_back();
    void accept_all_held_back();
    std::int64_t due_ns() const;
    void finish(const GameOutcome& outcome);
    void report_faults(const WorkerMessage& message);
    std::size_t games_ahead() const;

    const TournamentConfig& config_;
    Book& book_;
    TournamentWorkers& workers_;
    Progress& progress_;
    GameQueue queue_;
    std::vector<std::deque<GameToPlay>> playing_; ///< the games that each worker has
    std::vector<bool> has_job_;                   ///< by worker: it runs a job of the attendant
    Attendant* attendant_ = nullptr;
    /// Games with faults that a signal to all processes may have caused, and how long they are held
    /// back.
    std::deque<std::pair<std::int64_t, WorkerMessage>> held_back_;
    int broken_count_ = 0;          ///< games that failed because the rules did
    int broken_in_row_ = 0;         ///< the same since a game has ended well
    std::deque<GameToPlay> voided_; ///< games that are played again, because the disk was full
    bool may_play_voided_ = false;  ///< a game has ended since the last one was voided
    std::map<std::int64_t, int> full_disks_; ///< by game: how often it was voided
    std::map<std::pair<int, Fault>, int> reported_;
};

} // namespace referee
