#pragma once

/// What is counted and noted while a game is played: what its seats used, their faults and
/// restarts.

#include "game/game.hpp"
#include "match/player.hpp"
#include "match/result.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class GameTally {
  public:
    /// Adds to the tallies and faults of `result`, and calls `notify` with each of these faults, if
    /// it can be called. `players` by seat. Keeps references to all three.
    GameTally(
        std::span<Player* const> players, const std::function<void(const FaultNote&)>& notify,
        GameResult& result);

    /// Counts the last run of a seat, in a phase of this turn.
    void add(Seat seat, const Run& run, const Effect& effect, int turn, Phase phase);
    /// Counts what the player at a seat used until its end and no run has counted. `note` is for
    /// its author; empty: none.
    void add_end(Seat seat, const ResourceUse& use, const std::string& note, int turn);

    /// Counts a fault of a seat that doesn't answer any more.
    void add_fault(Seat seat, const Run& run, int turn);

    /// The time of the seat's last answer or preparation; 0 before the first.
    std::int64_t last_wall_ns(Seat seat) const { return last_wall_ns_[seat]; }
    /// The fault of the seat's last answer or preparation; none before the first.
    Fault last_fault(Seat seat) const { return last_faults_[seat]; }
    /// The files that hold nothing yet in the preparation that comes next.
    void set_empty_files(std::vector<std::string_view> names) { empty_files_ = std::move(names); }

  private:
    const Player& player(Seat seat) const { return *players_[static_cast<std::size_t>(seat) - 1]; }
    SeatTally& tally(Seat seat) const;
    void note(FaultNote note);

    std::span<Player* const> players_;
    const std::function<void(const FaultNote&)>& notify_;
    GameResult& result_;
    SeatArray<Fault> last_faults_;
    SeatArray<std::int64_t> last_wall_ns_;
    std::vector<std::string_view> empty_files_; ///< the same for all seats
    SeatArray<std::string> preparation_errors_; ///< until the first answer
};

} // namespace referee
