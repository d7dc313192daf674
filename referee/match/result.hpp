#pragma once

/// The results of games and matches.

#include "game/game.hpp"
#include "game/teams.hpp"
#include "match/limits.hpp"
#include "match/measurements.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

// Times of moves, counted in classes of a sixteenth of an octave. Gives quantiles over millions of
// moves and many machines, accurate to 5 %, in a few kilobytes.

class TimeHistogram {
  public:
    /// Counts a time in nanoseconds; negative ones count as 0.
    void add(std::int64_t ns) { ++counts_[class_of(ns)]; }
    void add(const TimeHistogram& other);

    /// The quantile `share` (0..1) of all times in nanoseconds; 0 without times.
    std::int64_t quantile(double share) const;
    std::int64_t count() const;

    /// The counts as "CLASS:COUNT CLASS:COUNT …", and back. Unreadable parts are skipped.
    std::string text() const;
    void add_text(std::string_view text);

  private:
    static constexpr int parts = 16;     ///< of an octave
    static constexpr int classes = 1024; ///< up to 2^64 units, so to every 63-bit time
    static constexpr int unit_bits = 7;  ///< of about 0.1 µs: 128 ns

    static std::size_t class_of(std::int64_t ns) {
        const auto units = ns <= 0 ? 0 : static_cast<std::uint64_t>(ns) >> unit_bits;
        if (units < parts) {
            return units;
        }
        // The highest bit names the octave, the four bits below it the part.
        const int octave = std::bit_width(units) - 5;
        return static_cast<std::size_t>(parts * octave) + (units >> octave);
    }
    /// The middle of the class, in nanoseconds.
    static std::int64_t time_of(std::size_t number);

    std::array<std::uint32_t, classes> counts_{};
};

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
    std::vector<std::string> legal_if{}; ///< Effect::legal_if
    std::int64_t wall_ns = 0;            ///< of the run
    std::int64_t cpu_ns = 0;
    bool machine_was_busy = false; ///< Run::machine_was_busy
    /// In the preparation: the game's files that had no content yet.
    std::vector<std::string_view> empty_files{};
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

/// True for a timeout in which less than half of the wall-clock time was the AI's own: the machine
/// was busy. Of its time on a core alone: either it waited for something, or the machine was busy.
constexpr bool is_starved(Fault fault, std::int64_t wall_ns, std::int64_t own_ns) {
    return fault == Fault::timeout && own_ns < wall_ns / 2;
}

struct GameResult {
    std::vector<int> contestants; ///< by seat: index of the AI
    Ending ending;
    std::string state; ///< SHA-256 of the last state's canonical text
    int turns = 0;
    std::vector<SeatTally> tallies; ///< by seat
    std::vector<FaultNote> faults;  ///< the first hundred faults and restarts
    std::vector<double> points;     ///< by seat, those of its team; 0 for all if the match decides
    bool match_decides = false;     ///< GameInfo::match_decides
};

/// What one contestant got and did in a game: a seat, or all seats of its team together.
struct PlaceResult {
    int rank = 1;
    double score = 0;
    double points = 0;
    double share = 0; ///< part of the game's one point, which those on rank 1 share
    SeatTally tally;
};

/// The results of a finished game by place.
std::vector<PlaceResult> results_by_place(const GameResult& result, const Teams& teams);

struct MatchResult {
    std::vector<GameResult> games;
    /// By contestant: sum over all games, or for the match if it decides.
    std::vector<double> points;
    std::vector<double> scores; ///< by contestant: sum of the game's own scores
};

/// Points by seat. AIs that share a rank share the points of their places equally. `by_rank` holds
/// the points of the first, second and so on; missing ones are 0, and empty means 1 0 0. A game
/// without a winner gives no points.
std::vector<double> points_of(const Ending& ending, const std::vector<double>& by_rank);
/// The same in a game with teams: each seat has the points of its team.
std::vector<double>
points_of(const Ending& ending, const std::vector<double>& by_rank, const Teams& teams);

/// A value for each seat, indexed by the seat's number, which counts from 1.
template <typename Value>
class SeatArray {
  public:
    Value& operator[](Seat seat) { return values_[static_cast<std::size_t>(seat) - 1]; }
    const Value& operator[](Seat seat) const { return values_[static_cast<std::size_t>(seat) - 1]; }

  private:
    std::array<Value, max_seats> values_{};
};

} // namespace referee
