#pragma once

/// A finished game of a tournament as it is stored: one row, and one row for each seat. In a game
/// with teams a team has one row, so that one result counts once: what is stored and rated knows no
/// partners (game/teams.hpp).

#include "game/game.hpp"
#include "match/result.hpp"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace referee {

/// What a contestant did in a game, at its seat or at all seats of its team together.
struct SeatOutcome {
    int ai = 0; ///< index in the tournament
    int rank = 1;
    double score = 0;  ///< the game's own score
    double points = 0; ///< by rank, see `--points`
    double share = 0;  ///< part of the game's one point, which the AIs on rank 1 share
    std::array<int, all_names<Fault>.size()> faults{}; ///< by Fault
    Measurements measured;
    std::string times; ///< TimeHistogram::text()
};

/// A fault, for people. The first of each kind and seat of a game is kept.
struct FaultDetail {
    int seat = 1; ///< in a game with teams that of the partner whose fault it was
    int turn = 0;
    bool in_preparation = false;
    Fault fault = Fault::none;
    std::string reason;  ///< at most 300 bytes
    std::string printed; ///< the last bytes of standard error, at most 1 KiB
};

/// The faults of a game that a report shows, at most 8.
std::vector<FaultDetail> details_of(const std::vector<FaultNote>& notes);

struct GameOutcome {
    std::int64_t index = 0; ///< place in the plan, which identifies the game
    std::int64_t match = 0;
    int field = 0;
    int turns = 0;
    std::string reason;
    std::string state; ///< hash of the last state
    std::vector<SeatOutcome> seats;
    std::string record{}; ///< path of its record, relative to the database's folder; empty: none
    std::vector<FaultDetail> faults{};
};

/// The outcome of a game; `ais` are the AIs by place: by seat, or with `teams` as in GameInfo by
/// team.
GameOutcome outcome_of(
    const GameResult& result, std::int64_t index, std::int64_t match, int field,
    const std::vector<int>& ais, const std::vector<std::vector<Seat>>& teams = {});

/// Gives each game of a complete match the result of the match: the AI with the highest summed
/// score has won them all. The points of the match, by rank as in points_of(), are divided evenly
/// among its games.
void decide_by_match(std::vector<GameOutcome>& games, const std::vector<double>& by_rank);

/// True if nobody got the game's point (dicewars: the rounds ran out).
bool is_won_by_nobody(const GameOutcome& game);

/// Points of `ai` in the games of a match of two, one point a game. A game without a winner gives
/// half a point, so that neither has lost it.
double pair_points(const std::vector<GameOutcome>& games, int ai);

/// True if both agree in everything but measurements that don't repeat (times, memory).
bool is_same_result(const GameOutcome& one, const GameOutcome& other);

/// Conversion for messages from a worker.
nlohmann::json json_of(const GameOutcome& outcome);
GameOutcome outcome_from(const nlohmann::json& json);

} // namespace referee
