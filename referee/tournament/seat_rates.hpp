#pragma once

/// The win rate of each seat with its interval. Fields are the units, since the games of a field
/// are not independent.

#include "tournament/statistics.hpp"

#include <cstdint>
#include <vector>

namespace referee {

/// A seat over all games; if the match decides, by the score of each game.
struct SeatRow {
    std::int64_t games = 0;
    double share = 0;       ///< summed
    ShareInterval interval; ///< 95 %, with fields as units
};

class SeatRates {
  public:
    SeatRates(int seats, int fields);

    /// Adds the share (0..1) of a seat, counted from 0, in a game on a field.
    void add(int field, int seat, double share);

    /// The number of fields played on.
    int played() const;
    /// By seat.
    std::vector<SeatRow> rows() const;

  private:
    std::vector<SeatRow> rows_;
    std::vector<std::int32_t> games_; ///< by field
    std::vector<float> shares_;       ///< summed by field and seat
};

} // namespace referee
