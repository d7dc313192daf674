#pragma once

/// Which seats play together: the one place that maps seats to contestants.
///
/// Rules, state files, records and processes have seats. What is planned, stored, rated and printed
/// in tables has contestants, which take the *places* of a game. In most games a place is a seat;
/// in a game with teams (GameInfo::teams) it is a team: one AI that plays at each of its seats with
/// a process of its own. A team has one result. See referee/match/README.md, "Teams".

#include "game/game.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

class Teams {
  public:
    /// Of a game with so many seats. `seats` as in GameInfo::teams; empty: each seat is a place.
    explicit Teams(int seats = 0, std::vector<std::vector<Seat>> teams = {});

    /// The number of places, so of contestants in a game.
    int places() const { return static_cast<int>(seats_.size()); }
    /// The number of seats.
    int seats() const { return static_cast<int>(place_.size()); }
    /// The number of seats of a place.
    int size() const { return seats_.empty() ? 1 : static_cast<int>(seats_.front().size()); }
    /// True if places have more than one seat.
    bool are_played() const { return size() > 1; }

    /// The seat's place, from 0.
    std::size_t place_of(Seat seat) const { return place_[static_cast<std::size_t>(seat) - 1]; }
    /// The seats of a place, ascending.
    const std::vector<Seat>& seats_of(std::size_t place) const { return seats_[place]; }
    /// The place in words: "seat 2", "seats 2 and 4".
    std::string name_of(std::size_t place) const;
    /// The seat's number among those of its place, from 0.
    std::size_t member_of(Seat seat) const;

    /// The players by seat, if these contestants have the places. Each contestant has size()
    /// players: those of contestant i begin with number i · size().
    std::vector<int> players(std::span<const int> contestants) const;

    /// How a team game ended, with a rank and a score for each place. The seats of a team have the
    /// same, so the first one's count.
    Ending by_place(Ending ending) const;

    /// The seats of each team as in game.ini: "1 3, 2 4"; empty where each seat is a place.
    std::string text() const;

  private:
    std::vector<std::vector<Seat>> seats_; ///< by place
    std::vector<std::size_t> place_;       ///< by seat
};

/// The teams of a game with so many seats.
inline Teams teams_of(const GameInfo& info, int seats) {
    return Teams(seats, info.teams);
}

/// Reads "1 3, 2 4": teams of equal size that have each of so many seats once; 0: any number. The
/// seats of a team become ascending, and the teams are in the order of their first seats.
std::optional<std::vector<std::vector<Seat>>> parse_teams(std::string_view text, int seats = 0);

/// "Anna", or "Anna & Bert" for a team of several.
std::string team_name(std::span<const std::string> members);

/// Makes the ranks of an ending those of teams, so that the second of two teams has rank 2, however
/// many seats are better. The reason why it can't be the end of a game of teams ("seats 1 and 3 are
/// a team and have the ranks 1 and 2"); empty if it can.
std::string rank_teams(Ending& ending, const Teams& teams);

} // namespace referee
