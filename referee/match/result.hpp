#pragma once

/// The results of games and matches.

#include "game.hpp"
#include "match/measurements.hpp"
#include "match/time_histogram.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How many faults of one kind and AI are reported as they occur. All are counted.
constexpr int max_reported_faults = 10;

/// A fault, or the restart of a resident AI that couldn't be suspended, for people.
struct FaultNote {
    int turn = 0;
    Seat seat = 1;
    bool in_preparation = false;
    Fault fault = Fault::none; ///< none: a restart
    std::string reason;
    std::string printed; ///< the last bytes of the AI's standard error
    /// The last bytes of its standard output, if MatchConfig::keeps_output.
    std::string output{};
    std::vector<std::string_view> legal_if{}; ///< Effect::legal_if
    std::int64_t wall_ns = 0;                 ///< of the run
    std::int64_t cpu_ns = 0;
};

/// What one seat did in a game.
struct SeatTally {
    Measurements measured;
    std::array<int, all_names<Fault>.size()> faults{}; ///< by Fault
    TimeHistogram times;                               ///< wall-clock, of its moves
};

/// The kind of a note, "timeout" or "restart", and its plural, "faults 'timeout'" or "restarts".
std::string_view kind_of(const FaultNote& note);
std::string kinds_of(Fault fault);

/// True for a timeout in which the AI ran on a core for less than half of the wall-clock time.
/// Either it hung, or the machine was busy.
constexpr bool is_starved(Fault fault, std::int64_t wall_ns, std::int64_t cpu_ns) {
    return fault == Fault::timeout && cpu_ns < wall_ns / 2;
}

struct GameResult {
    std::vector<int> contestants; ///< by seat: index of the AI
    Ending ending;
    std::string state; ///< SHA-256 of the last state's canonical text
    int turns = 0;
    std::vector<SeatTally> tallies; ///< by seat
    std::vector<FaultNote> faults;  ///< the first hundred faults and restarts
    std::vector<double> points;     ///< by seat; 0 for all if the match decides
    bool match_decides = false;     ///< GameInfo::match_decides
};

struct MatchResult {
    std::vector<GameResult> games;
    std::vector<double> points; ///< by AI: sum over all games, or for the match if it decides
    std::vector<double> scores; ///< by AI: sum of the game's own scores
};

/// Points by seat. AIs that share a rank share the points of their places equally. `by_rank` holds
/// the points of the first, second and so on; missing ones are 0, and empty means 1 0 0. A game
/// without a winner gives no points.
std::vector<double> points_of(const Ending& ending, const std::vector<double>& by_rank);

} // namespace referee
