#pragma once

/// A finished game of a tournament, as it is stored: one row, and one for each seat.

#include "game.hpp"
#include "match/result.hpp"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace referee {

struct SeatOutcome {
    int ai = 0; ///< index in the tournament
    int rank = 1;
    double score = 0;  ///< the game's own counting
    double points = 0; ///< by rank, as `--points` says
    double share = 0;  ///< of the one point that a game is worth: ranks 1 share it
    std::array<int, fault_names.size()> faults{}; ///< by Fault
    Measurements measured;
    std::string times; ///< TimeHistogram::text()
};

/// A fault, for people. Of each kind and seat the first of a game is kept.
struct FaultDetail {
    int seat = 1;
    int turn = 0;
    bool in_preparation = false;
    Fault fault = Fault::none;
    std::string reason;  ///< at most 300 bytes
    std::string printed; ///< the last that the AI wrote to standard error, at most 1 KiB
};

/// Of what has happened in a game, what a report tells; at most 8.
std::vector<FaultDetail> details_of(const std::vector<FaultNote>& notes);

struct GameOutcome {
    std::int64_t index = 0; ///< in the plan: its identity
    std::int64_t match = 0;
    int field = 0;
    int turns = 0;
    std::string reason;
    std::string state; ///< hash of the last state
    std::vector<SeatOutcome> seats;
    std::string record{}; ///< path of its record from the database's folder; empty: none
    std::vector<FaultDetail> faults{};
};

/// Makes an outcome of what a game came to; `ais` are the AIs by seat.
GameOutcome outcome_of(
    const GameResult& result, std::int64_t index, std::int64_t match, int field,
    const std::vector<int>& ais);

/// Makes each game of a whole match count as the match: whose sum of scores is highest has won them
/// all. The points of the match, by rank as in points_of(), are spread evenly over its games.
void decide_by_match(std::vector<GameOutcome>& games, const std::vector<double>& by_rank);

/// True if no rank brought the game's point (dicewars: played to the end without a winner).
bool is_won_by_nobody(const GameOutcome& game);

/// Points of `ai` in the games of a match of two, one a game; half of one for a game that nobody
/// has won, so that neither has lost it.
double pair_points(const std::vector<GameOutcome>& games, int ai);

/// True if both say the same, but for measurements that don't repeat (times, memory).
bool is_same_result(const GameOutcome& one, const GameOutcome& other);

/// For the way from a worker to the tournament.
nlohmann::json json_of(const GameOutcome& outcome);
GameOutcome outcome_from(const nlohmann::json& json);

} // namespace referee
