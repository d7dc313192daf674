#pragma once

/// The games of a tournament as evidence of where an AI loses: what it got in each game, and what
/// the ratings of its opponents let expect in that seat.

#include "tournament/report/summary.hpp"
#include "tournament/store/results.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace referee {

/// A game of one AI.
struct Showing {
    std::int64_t game = 0; ///< its index
    int field = 0;
    int seat = 0;            ///< its place: the seat or the team, from 0
    std::vector<int> others; ///< the AIs that it met, by seat
    double share = 0;        ///< of the game's one point
    /// The share by the ratings of all AIs (Plackett and Luce's model), and by what this seat is
    /// worth to all AIs.
    double expected = 0;
    int turns = 0;
    int reason = 0; ///< why the game ended: number in Evidence::reasons
    bool has_fault = false;
    std::string record; ///< path from the database's folder; empty: none

    bool is_lost() const { return share == 0; }
};

/// What is known of a field before the game.
struct FieldFacts {
    std::map<std::string, std::string> parameters; ///< as in the field, or the default
    /// By place, by measure of the game (GameInfo::measures), at the start. Empty: unknown.
    std::vector<std::vector<double>> start;
};

/// How an AI finished beside another one in a game.
struct Comparison {
    int field = 0;
    double distance = 0; ///< θ of the first minus that of the second
    double result = 0;   ///< 1 ahead, ½ alike, 0 behind
    double weight = 1;   ///< the number of independent results that it counts
};

struct Evidence {
    std::vector<std::vector<Showing>> showings; ///< by AI, in the order of the games
    std::vector<std::string> reasons;           ///< fit for a terminal
    std::vector<std::string> measures;          ///< names
    std::vector<FieldFacts> fields;             ///< by field
    std::vector<Comparison> comparisons;
    std::string folder; ///< of the database; paths of records are relative to it
    double even = 0.5;  ///< share of equals
};

/// Reads all games of the store, but showings only of `ais`. Fields whose file has changed or is
/// gone are taken from a record; without one they have no facts.
Evidence
read_evidence(const Results& store, const TournamentSummary& summary, const std::vector<int>& ais);

} // namespace referee
