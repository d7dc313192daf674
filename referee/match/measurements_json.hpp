#pragma once

#include "json.hpp"
#include "match/measurements.hpp"

#include <string>

namespace referee {

/// Puts all measurements into an object, under their names and in their units.
inline void put_measurements(const Measurements& measured, Json& object) {
    for (const Measurement& measurement : measurements) {
        const std::int64_t value = measured.*measurement.value;
        Json& place = object[std::string(measurement.name)];
        if (measurement.unit == Unit::milliseconds) {
            place = milliseconds(value);
        } else {
            place = value;
        }
    }
}

} // namespace referee
