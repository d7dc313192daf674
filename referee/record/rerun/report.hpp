#pragma once

/// What `rerun` prints: an AI's answers beside the moves played.

#include "ai/contestant.hpp"
#include "record/rerun/rerun.hpp"

#include "base/json.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How an AI answered in all moves of a seat.
struct SeatSummary {
    Seat seat = 1;
    int moves = 0;
    int equal = 0;
    std::vector<Rerun> first_difference; ///< one, or none

    void count(const Rerun& answer);
};

/// "game 1 of gems on contest"
std::string game_title(const RecordedGame& game);

/// One move: both answers, and the AI's notes.
std::string move_text(const RecordedGame& game, const Contestant& contestant, const Rerun& answer);

/// All moves of a seat: how many are the same, and the first that isn't.
std::string
seat_text(const RecordedGame& game, const Contestant& contestant, const SeatSummary& summary);

/// A repeated move as a JSON object.
Json move_json(const RecordedGame& game, const Contestant& contestant, const Rerun& answer);
Json seat_json(const RecordedGame& game, const Contestant& contestant, const SeatSummary& summary);

} // namespace referee
