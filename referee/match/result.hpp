#pragma once

/// What games and matches came to.

#include "game.hpp"
#include "match/measurements.hpp"
#include "match/time_histogram.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How many faults of one kind and AI are told while they happen; all are counted.
constexpr int max_reported_faults = 10;

/// A fault, or the restart of a resident AI that couldn't be suspended, as it is told to people.
struct FaultNote {
    int turn = 0;
    Seat seat = 1;
    bool in_preparation = false;
    Fault fault = Fault::none; ///< none: a restart
    std::string reason;
    std::string printed; ///< the end of what the AI wrote to standard error
};

/// What one seat did in a game.
struct SeatTally {
    Measurements measured;
    std::array<int, fault_names.size()> faults{}; ///< by Fault
    TimeHistogram times;                          ///< wall-clock, of its moves
};

/// What a note is about: the fault's name, or "restart"; and for many: "faults 'NAME'", "restarts".
std::string_view kind_of(const FaultNote& note);
std::string kinds_of(Fault fault);

/// True for a timeout in which the AI used less than half of the wall-clock time on a core: it
/// hung, or the machine had no time for it. Spec: tournament.md, "Slow machine or slow AI".
constexpr bool is_starved(Fault fault, std::int64_t wall_ns, std::int64_t cpu_ns) {
    return fault == Fault::timeout && cpu_ns < wall_ns / 2;
}

struct GameResult {
    std::vector<int> contestants; ///< by seat: index of the AI
    Ending ending;
    std::string state; ///< SHA-256 of the last state's canonical text
    int turns = 0;
    std::vector<SeatTally> tallies; ///< by seat
    std::vector<FaultNote> faults;  ///< and restarts; the first hundred
    std::vector<double> points;     ///< by seat; all 0 if the match decides
    bool match_decides = false;     ///< GameInfo::match_decides
};

struct MatchResult {
    std::vector<GameResult> games;
    std::vector<double> points; ///< by AI: summed over all games, or for the match if it decides
    std::vector<double> scores; ///< by AI: the game's own counting, summed
};

/// Points for ranks: those who share ranks share the points of the places they take, equally.
/// `by_rank` holds the points of the first, second, …; missing ones are 0; empty means 1 0 0 ….
/// Nobody gets any if the game was won by nobody.
std::vector<double> points_of(const Ending& ending, const std::vector<double>& by_rank);

} // namespace referee
