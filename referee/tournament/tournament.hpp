#pragma once

/// Runs a tournament: hands the games of the queue to the workers, and stores each finished game.

#include "tournament/attendant.hpp"
#include "tournament/config.hpp"
#include "tournament/game_queue.hpp"
#include "tournament/plan.hpp"
#include "tournament/progress.hpp"
#include "tournament/store.hpp"
#include "tournament/worker.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace referee {

class Tournament {
  public:
    /// Keeps references to all arguments.
    Tournament(const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress);
    /// The same with a plan other than the configuration's, and an attendant.
    Tournament(
        const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress,
        std::unique_ptr<Plan> plan, Attendant* attendant);

    /// Plays the remaining games. Throws UserError (an AI can't be started), InternalError,
    /// Interrupted. Finished games are stored in any case.
    void run();

  private:
    void give_out();
    bool is_busy(std::size_t worker);
    bool is_over() const;
    void await_events();
    void take(std::size_t worker);
    void take_failure(std::size_t worker, const WorkerMessage& message);
    void played(std::size_t worker, WorkerMessage& message);
    void accept(const WorkerMessage& message);
    void accept_held_back();
    std::int64_t due_ns() const;
    void finish(const GameOutcome& outcome);
    void report_faults(const WorkerMessage& message);
    std::size_t games_ahead() const;

    const TournamentConfig& config_;
    Store& store_;
    WorkerPool& pool_;
    Progress& progress_;
    GameQueue queue_;
    std::vector<std::deque<GameToPlay>> playing_; ///< the games that each worker has
    std::vector<bool> has_job_;                   ///< by worker: it runs a job of the attendant
    Attendant* attendant_ = nullptr;
    /// Games with faults that a signal to all processes may have caused, and how long they are held
    /// back.
    std::deque<std::pair<std::int64_t, WorkerMessage>> held_back_;
    std::map<std::pair<int, Fault>, int> reported_;
};

} // namespace referee
