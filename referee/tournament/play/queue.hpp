#pragma once

/// The games of a plan that are still to be played, in the order of indexes: those that are not in
/// the book. Finished matches are reported to the plan and to the SPRT.

#include "tournament/plan/plan.hpp"
#include "tournament/play/progress.hpp"
#include "tournament/play/set_aside.hpp"
#include "tournament/play/workers.hpp"
#include "tournament/statistics/sprt.hpp"
#include "tournament/store/book.hpp"
#include "tournament/store/outcome.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace referee {

class GameQueue {
  public:
    /// Keeps references to configuration, book and progress.
    GameQueue(
        const TournamentConfig& config, Book& book, Progress& progress, std::unique_ptr<Plan> plan);
    /// The progress asks it no more.
    ~GameQueue();
    GameQueue(const GameQueue&) = delete;
    GameQueue& operator=(const GameQueue&) = delete;

    /// The next game; nothing if there is none, or none before further results. Throws UserError if
    /// the book holds games that don't belong to the plan.
    std::optional<GameToPlay> next();

    /// Takes the outcome of a game that next() gave. If it completes a match, returns the match's
    /// games with its result.
    std::vector<GameOutcome> finished(const GameOutcome& outcome);

    /// One of the match's games can't be played: the match stays open, and no further games of it
    /// are given.
    void abandon(std::int64_t match);
    bool is_abandoned(std::int64_t match) const { return open_.at(match).is_abandoned; }

  private:
    /// A match with games still to be played.
    struct OpenMatch {
        PlannedMatch planned;
        std::map<int, GameOutcome> done; ///< by rotation
        bool is_abandoned = false;       ///< one of its games can't be played
    };

    bool open_next_match();
    std::string status() const;
    void read_finished(OpenMatch& match) const;
    void queue_missing(const OpenMatch& match);
    bool has_ais_of(const GameOutcome& outcome, const OpenMatch& match, int rotation) const;
    std::vector<GameOutcome> close(const OpenMatch& match);

    const TournamentConfig& config_;
    Book& book_;
    Progress& progress_;
    std::unique_ptr<Plan> plan_;
    std::vector<std::vector<int>> rotations_; ///< by rotation and seat: place in the group
    std::optional<Sprt> sprt_;
    std::optional<SetAside> set_aside_; ///< of a plan that depends on results
    std::map<std::int64_t, OpenMatch> open_;
    std::deque<GameToPlay> waiting_;
    std::vector<std::int64_t> known_; ///< finished games in the part of the plan looked up last
    std::int64_t known_end_ = 0;      ///< index of the first game after that part
};

} // namespace referee
