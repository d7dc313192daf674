#pragma once

/// What is measured of a seat in a game, described once. Sums, database, JSON, CSV and text tables
/// iterate the list below. A new measurement is a member, a line of the list, and the code that
/// measures it.

#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee {

/// The value in games that a version of the referee played which didn't measure it.
inline constexpr std::int64_t not_measured = -1;

/// The measurements of one seat in one game, or of an AI in all its games.
struct Measurements {
    std::int64_t moves = 0;
    std::int64_t starved = 0;
    std::int64_t restarts = 0;
    std::int64_t leftovers = 0;
    std::int64_t wall_ns = 0;
    std::int64_t longest_ns = 0;
    std::int64_t cpu_ns = 0;
    std::int64_t peak_kb = 0;

    bool operator==(const Measurements&) const = default;
};

enum class Unit {
    count,
    milliseconds, ///< kept in nanoseconds
    kibibytes
};

/// How the values of two games are combined.
enum class Combine { sum, max };

/// How a text table shows a value.
enum class Shown { no, total, per_move };

struct Measurement {
    std::string_view name; ///< column in the database and in CSV, key in JSON; with its unit
    std::int64_t Measurements::*value;
    Unit unit;
    Combine combine;
    bool repeats; ///< the same game, played again, gives the same value
    Shown shown;
    std::string_view heading; ///< of the column in a text table
    std::string_view meaning; ///< for people
};

inline constexpr auto measurements = std::to_array<Measurement>({
    {.name = "moves",
     .value = &Measurements::moves,
     .unit = Unit::count,
     .combine = Combine::sum,
     .repeats = true,
     .shown = Shown::total,
     .heading = "moves",
     .meaning = "answers requested, not counting the preparation"},
    {.name = "starved",
     .value = &Measurements::starved,
     .unit = Unit::count,
     .combine = Combine::sum,
     .repeats = false,
     .shown = Shown::total,
     .heading = "starved",
     .meaning =
         "timeouts in which it had its core for less than half of the time, and restarts for lack of a core"},
    {.name = "restarts",
     .value = &Measurements::restarts,
     .unit = Unit::count,
     .combine = Combine::sum,
     .repeats = false,
     .shown = Shown::total,
     .heading = "restarts",
     .meaning = "restarts of a resident AI that could not be suspended"},
    {.name = "leftovers",
     .value = &Measurements::leftovers,
     .unit = Unit::count,
     .combine = Combine::sum,
     .repeats = false,
     .shown = Shown::total,
     .heading = "left over",
     .meaning = "processes left running after an answer, which were killed"},
    {.name = "wall_ms",
     .value = &Measurements::wall_ns,
     .unit = Unit::milliseconds,
     .combine = Combine::sum,
     .repeats = false,
     .shown = Shown::no,
     .heading = "",
     .meaning = "wall-clock time of all moves"},
    {.name = "longest_ms",
     .value = &Measurements::longest_ns,
     .unit = Unit::milliseconds,
     .combine = Combine::max,
     .repeats = false,
     .shown = Shown::total,
     .heading = "longest ms",
     .meaning = "wall-clock time of the slowest move"},
    {.name = "cpu_ms",
     .value = &Measurements::cpu_ns,
     .unit = Unit::milliseconds,
     .combine = Combine::sum,
     .repeats = false,
     .shown = Shown::per_move,
     .heading = "CPU ms/move",
     .meaning = "user and system time, including the preparation and child processes"},
    {.name = "memory_kib",
     .value = &Measurements::peak_kb,
     .unit = Unit::kibibytes,
     .combine = Combine::max,
     .repeats = false,
     .shown = Shown::total,
     .heading = "MiB",
     .meaning = "largest resident set size of one process"},
});

static_assert(
    sizeof(Measurements) == measurements.size() * sizeof(std::int64_t),
    "each member has a line in the list");

/// Adds what was measured in another game. What one of them lacks, the sum lacks.
constexpr void add(Measurements& sum, const Measurements& other) {
    for (const Measurement& measurement : measurements) {
        std::int64_t& value = sum.*measurement.value;
        const std::int64_t more = other.*measurement.value;
        if (value == not_measured || more == not_measured) {
            value = not_measured;
        } else {
            value = measurement.combine == Combine::sum ? value + more : std::max(value, more);
        }
    }
}

constexpr double milliseconds(std::int64_t ns) {
    return static_cast<double>(ns) / 1e6;
}

constexpr std::int64_t nanoseconds(double ms) {
    return static_cast<std::int64_t>(ms * 1e6 + 0.5);
}

/// Puts all measurements into an object, under their names and in their units; null for what wasn't
/// measured.
inline void put_measurements(const Measurements& measured, Json& object) {
    for (const Measurement& measurement : measurements) {
        const std::int64_t value = measured.*measurement.value;
        Json& place = object[std::string(measurement.name)];
        if (value == not_measured) {
            place = nullptr;
        } else if (measurement.unit == Unit::milliseconds) {
            place = milliseconds(value);
        } else {
            place = value;
        }
    }
}

} // namespace referee
