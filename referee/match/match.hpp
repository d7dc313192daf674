#pragma once

/// A match: all games on one field, with the seats rotated.

#include "ai/contestant.hpp"
#include "game/registry.hpp"
#include "match/config.hpp"
#include "match/guarded_game.hpp"
#include "match/result.hpp"

#include <memory>
#include <string>
#include <vector>

namespace referee {

class People;
class PlayerPool;

/// The contestants (indexes) by place, for each game of a match: by seat, or by team in a game with
/// teams (game/teams.hpp).
std::vector<std::vector<int>> seat_plan(int places, SeatOrders orders);

class Match {
  public:
    /// Creates work folders and keepers for the contestants, one for each seat of the field, in the
    /// order of the seats of the first game; those of a team's seats stay together. With `from` all
    /// games begin at that position. `people` asks the contestants that are people; it may be null
    /// if none is. Throws UserError, InternalError. Keeps references to all arguments.
    Match(
        const LoadedField& field, const std::vector<Contestant>& contestants,
        const MatchConfig& config, const Position* from = nullptr, People* people = nullptr);
    /// A temporary configuration would be gone before the first game.
    Match(
        const LoadedField&, const std::vector<Contestant>&, MatchConfig&&,
        const Position* = nullptr, People* = nullptr) = delete;
    ~Match();
    Match(const Match&) = delete;
    Match& operator=(const Match&) = delete;

    /// Notes for the organiser, one line each.
    const std::vector<std::string>& notes() const { return notes_; }
    int game_count() const { return static_cast<int>(plan_.size()); }
    /// The contestants (indexes) by seat in a game, counted from 0.
    const std::vector<int>& seats_of(int game) const { return plan_[game]; }
    /// The folder in which --keep-work leaves the work folders.
    const std::string& work_path() const;

    /// Plays one game of the plan.
    GameResult play(int game, GameListener* listener, const GameWatcher& watcher);
    /// Plays at most `turns` turns of the first game; the result may have no ranks.
    GameResult play_some(int turns, const GameWatcher& watcher);

  private:
    GameResult play(int game, int max_turns, GameListener* listener, const GameWatcher& watcher);

    const LoadedField& field_;
    const MatchConfig& config_;
    const Position* from_;
    std::vector<std::vector<int>> plan_;
    std::unique_ptr<PlayerPool> players_;
    std::vector<std::string> notes_;
};

/// Sums up the games, by contestant or, with `teams` as in GameInfo, by team. If the match decides,
/// the ranks follow from the summed scores, and `by_rank` gives the points for them as in
/// points_of().
MatchResult sum_up(
    std::vector<GameResult> games, const std::vector<double>& by_rank = {},
    const std::vector<std::vector<Seat>>& teams = {});

} // namespace referee
