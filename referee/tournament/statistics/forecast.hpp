#pragma once

/// How many more fields, pairs or matches would decide a question, if the present estimate is the
/// truth: the sum of the results so far, continued as a random walk to the bounds of the test.

#include "tournament/statistics/sprt.hpp"

#include <functional>
#include <optional>

namespace referee {

/// Numbers of further fields.
struct Forecast {
    int likely = 0; ///< as likely more as fewer
    int low = 0;    ///< fewer in at most a tenth of the cases
    /// The smallest number with which the range has eight in ten of the cases; no value: more than
    /// can be foreseen.
    std::optional<int> high;
};

/// A sum of results that is looked at after each unit (field, pair, match) until it leaves its
/// bounds.
struct Walk {
    double sum = 0;       ///< so far
    double drift = 0;     ///< by unit
    double deviation = 1; ///< of a unit
    int units = 0;        ///< so far
};
/// By the number of all units: what decides, from below and from above.
using WalkBounds = std::function<std::pair<double, double>(int units)>;

/// When the walk leaves its bounds. No value if it has begun with no unit.
std::optional<Forecast> forecast_of(const Walk& walk, const WalkBounds& bounds);

/// The number of fields until two AIs differ significantly, looked at after each field, if their
/// true difference is the one estimated now. `deviations`: this difference in standard errors;
/// `fields`: those played; `level`: the two-sided p-value at which it is significant. No value if
/// the two look equal, so that perhaps no number of fields would decide.
std::optional<Forecast> forecast_of(double deviations, int fields, double level);

/// The number of pairs until the sequential test decides. No value if it has, or if there are too
/// few pairs to say.
std::optional<Forecast> forecast_of(const Sprt& test);

/// "10 to 40", "at least 10"; numbers with two digits.
std::string range_text(const Forecast& forecast);
/// "about 20 more fields (10 to 40 in eight of ten cases)"
std::string forecast_text(const Forecast& forecast, std::string_view unit);

} // namespace referee
