#pragma once

/// The head of a recorded game: each of its keys is described once, for the writer and the reader.

#include "record/checked_json.hpp"
#include "record/record.hpp"

namespace referee {

/// The object that stands in the game's first line.
Json head_json(const RecordedGame& game);

/// Reads it. Throws CheckedJson::exception or NotAnInteger if a key is missing or of another type.
/// The format isn't checked.
RecordedGame head_of(const CheckedJson& json);

/// A time within what an option allows, so that sums of such times fit their types. Milliseconds.
std::int64_t recorded_milliseconds(std::int64_t value);

} // namespace referee
