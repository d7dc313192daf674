#pragma once

/// What is counted and noted while a game is played: what its seats used, their faults and
/// restarts.

#include "match/result.hpp"
#include "match/seat_array.hpp"

#include <string>
#include <string_view>

namespace referee {

struct GameRequest;
struct ResourceUse;
struct Run;

class GameTally {
  public:
    /// Adds to the tallies and faults of `result`, and notifies the request's watcher of faults.
    /// Keeps references to both.
    GameTally(const GameRequest& request, GameResult& result);

    /// Counts the last run of a seat in a phase of this turn.
    void add(Seat seat, const Run& run, const Effect& effect, int turn, bool in_preparation);
    /// Counts what the AI at a seat used until its end and no run has counted.
    void add_end(Seat seat, const ResourceUse& use);

    /// The fault of the seat's last answer or preparation; none before the first.
    Fault last_fault(Seat seat) const { return last_faults_[seat]; }
    /// The end of what the AI at the seat wrote to standard error in its last run; of a person
    /// nothing.
    std::string_view last_errors(Seat seat) const;

  private:
    void notify(const FaultNote& note);

    const GameRequest& request_;
    GameResult& result_;
    SeatArray<Fault> last_faults_;
    SeatArray<std::string> preparation_errors_; ///< until the first answer
};

} // namespace referee
