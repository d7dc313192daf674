#pragma once

/// Runs a tournament: hands the games of the plan to the workers in the order of indexes, and
/// stores each finished game. The store tells which games are left.

#include "tournament/attendant.hpp"
#include "tournament/course.hpp"
#include "tournament/plan.hpp"
#include "tournament/progress.hpp"
#include "tournament/sprt.hpp"
#include "tournament/store.hpp"
#include "tournament/worker.hpp"

#include <deque>
#include <map>
#include <optional>

namespace referee {

struct TournamentConfig {
    PlanConfig plan;
    SeatOrders seat_orders = SeatOrders::rotate;
    int shard = 1; ///< of `shards`: the matches whose index is congruent to it
    int shards = 1;
    std::optional<SprtConfig> sprt;
    bool match_decides = false;
    std::string records; ///< the folder of records, relative to the database's folder
};

class Tournament {
  public:
    /// Keeps references to all arguments.
    Tournament(const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress);
    /// The same with another plan than that of the configuration, and an attendant.
    Tournament(
        const TournamentConfig& config, Store& store, WorkerPool& pool, Progress& progress,
        std::unique_ptr<Plan> plan, Attendant* attendant);

    /// Plays the remaining games. Throws UserError (an AI can't be started), InternalError,
    /// Interrupted. Finished games are stored in any case.
    void run();

  private:
    /// A match with games still to be played.
    struct OpenMatch {
        PlannedMatch planned;
        std::map<int, GameOutcome> done; ///< by rotation
        bool is_abandoned = false;       ///< one of its games can't be played
    };

    std::optional<GameToPlay> next_game();
    bool open_next_match();
    void read_finished(OpenMatch& match) const;
    void queue_missing(const OpenMatch& match);
    bool has_ais_of(const GameOutcome& outcome, const OpenMatch& match, int rotation) const;
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
    /// Reports the match to the plan. Returns its games with the result of the match.
    std::vector<GameOutcome> close(const OpenMatch& match);
    void report_faults(const WorkerMessage& message);
    std::size_t games_ahead() const;

    const TournamentConfig& config_;
    Store& store_;
    WorkerPool& pool_;
    Progress& progress_;
    std::unique_ptr<Plan> plan_;
    std::vector<std::vector<int>> rotations_; ///< by rotation and seat: place in the group
    std::optional<Sprt> sprt_;
    std::optional<SetAside> set_aside_; ///< of a plan that depends on results
    std::map<std::int64_t, OpenMatch> open_;
    std::deque<GameToPlay> waiting_;
    std::vector<std::int64_t> known_; ///< finished games in the part of the plan looked up last
    std::int64_t known_end_ = 0;      ///< index of the first game after that part
    std::vector<std::deque<GameToPlay>> playing_; ///< the games that each worker has
    std::vector<bool> has_job_;                   ///< by worker: it runs a job of the attendant
    Attendant* attendant_ = nullptr;
    /// Games with faults that a signal to all processes may have caused, and how long they are held
    /// back.
    std::deque<std::pair<std::int64_t, WorkerMessage>> held_back_;
    std::map<std::pair<int, Fault>, int> reported_;
};

/// Divides `cores` among `jobs` workers: equal parts for simultaneous games, else one core each.
std::vector<std::vector<int>> share_cores(const std::vector<int>& cores, int jobs, bool at_once);

} // namespace referee
