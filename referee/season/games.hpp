#pragma once

/// Who plays in a season, what is played next, and what came of it: versions with their programs,
/// ratings and faults, and the queue of matches. Knows nothing of submissions, notes or pages.

#include "season/config.hpp"
#include "season/entries/versions.hpp"
#include "season/queue.hpp"
#include "season/surroundings.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/play/tournament.hpp"
#include "tournament/play/worker.hpp"
#include "tournament/statistics/plackett_luce.hpp"
#include "tournament/store/season_book.hpp"

#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

/// True for errors that a machine can have for a while when a program is read: out of descriptors,
/// a network disk that doesn't answer. They say nothing about a version. Another InternalError is a
/// mistake of ours.
bool may_pass(const std::exception& problem);

class SeasonGames {
  public:
    /// Reads baselines, versions and games. `plays_on`: when every version has its games, those
    /// with uncertain ratings play on. Keeps references to all arguments. Throws UserError.
    SeasonGames(
        const SeasonConfig& config, SeasonBook& book, const Surroundings& surroundings,
        Agenda& agenda, bool plays_on);

    /// The setup of a worker that knows all AIs, and a number that changes with it.
    const WorkerSetup& setup() const { return setup_; }
    int generation() const { return generation_; }

    /// The state of each version.
    std::vector<VersionState> states() const { return states_of(book_.versions(), streaks_); }
    const FaultStreaks& streaks() const { return streaks_; }
    const Queue& queue() const { return queue_; }
    /// True if the AI has a match that isn't finished.
    bool plays(int ai) const;
    /// True if nothing is being played or interrupted.
    bool is_idle() const { return open_.empty(); }
    /// True if there is no match to play, and no AI pauses that may have one afterwards.
    bool is_finished() const { return unfinished_.empty() && !queue_.next() && paused_.empty(); }

    // What changes who plays.

    /// A version was accepted: its AI is the last one of the book.
    void add(Contestant contestant);
    /// An accepted version can no longer be played. Returns when it is noted in the book.
    void break_ai(int ai, const std::string& why);
    /// Tells the organiser about copies, keeps those with the same files from meeting, and does
    /// what was decided.
    void keep_copies_apart();
    /// Finds the versions that may play now.
    void update_candidates();
    void update_ratings();
    /// Does both if enough games were played since.
    void refresh();

    // Games.

    /// The matches that are unfinished, then those of the queue. One at a time.
    std::unique_ptr<Plan> plan();
    /// The next match; false if there is none for now.
    bool next(PlannedMatch& match);
    /// The number of matches known so far.
    std::int64_t expected() const { return next_index_ + queue_.missing(); }
    /// A match that next() gave before this process started, and that is still being played. False
    /// if all its games are stored.
    bool resume(const PlannedMatch& match);
    /// All games of a match are stored.
    void finished(std::int64_t match) { open_.erase(match); }
    /// A match that next() gave won't be played: it goes back to the queue. What is stored of it
    /// stays, and it is finished after the next start.
    void give_back(std::int64_t match);
    void stored(const GameOutcome& outcome);
    /// A worker could not play these games, or has ended without one. Throws EnvironmentError, or
    /// InternalError if the failure is ours, after too many failures one after the other.
    void failed(std::span<const GameToPlay> games, const WorkerFailure& failure);
    /// The rules failed in this game. Its match is played at the next start, with other rules.
    void rules_failed(const GameToPlay& game) { open_.erase(game.match); }

  private:
    void read_baselines();
    void read_contestants();
    void read_games();
    std::string path_of(const StoredAi& ai) const;
    bool is_there(const StoredAi& ai) const;
    std::optional<std::string> read(int ai);
    std::string why_broken(int ai) const;
    void count_failure(const WorkerFailure& failure);
    void pause(int ai);

    const SeasonConfig& config_;
    SeasonBook& book_;
    Surroundings surroundings_;
    Agenda& agenda_;

    std::vector<Contestant> contestants_; ///< by AI
    std::vector<bool> can_play_;          ///< by AI: its contestant was read
    WorkerSetup setup_;
    int generation_ = 0;

    Queue queue_;
    FaultStreaks streaks_;
    FinishingOrders orders_;
    PlanConfig seating_;
    std::map<std::int64_t, QueuedMatch> open_; ///< by index: matches that are being played
    std::deque<PlannedMatch> unfinished_;
    std::int64_t next_index_ = 0;
    int games_since_ratings_ = 0;
    std::vector<QuickRating> ratings_;   ///< by AI
    std::vector<double> seconds_;        ///< time_of_entries(), when the ratings were fitted
    std::map<int, int> failures_;        ///< by AI: games in a row that could not be played
    std::map<int, std::int64_t> paused_; ///< by AI: until when it gets no games for that reason
    int failures_in_row_ = 0;
    std::int64_t last_failure_ns_ = 0; ///< on the monotonic clock
    /// What notes say of versions and candidates.
    struct Noted {
        std::vector<VersionState> states;
        std::vector<bool> is_over_budget; ///< by candidate
        bool operator==(const Noted&) const = default;
    };
    Noted noted_;
    bool has_faults_ = false; ///< games were lost by faults since the candidates were found
};

} // namespace referee
