#pragma once

/// How many more fields, pairs or matches will decide a question: the sum of the results so far,
/// continued as a random walk to the bounds of the test. How fast the walk drifts is known only as
/// well as the results so far tell, so each path has a drift of its own: the range holds what will
/// happen, not only what would happen if the present estimate were the truth.

#include "tournament/statistics/sprt.hpp"

#include <functional>
#include <optional>

namespace referee {

/// Numbers of further fields.
struct Forecast {
    std::optional<int> likely; ///< as likely more as fewer; no value: more than `most`
    int low = 0;               ///< fewer in at most a tenth of the cases
    /// The smallest number with which the range has eight in ten of the cases; no value: more than
    /// `most`.
    std::optional<int> high;
    int most = 0; ///< more aren't foreseen
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

/// What is known of the difference of two AIs.
struct KnownDifference {
    double deviations = 0; ///< in standard errors
    double variance = 0;   ///< θ²
    int fields = 0;        ///< played
    /// The logarithm of the e-value that is enough (any_time.hpp), for a difference in either
    /// direction.
    double needed = 0;
};

/// The number of fields until it is certain which of the two is better, looked at after each field.
/// No value without fields.
std::optional<Forecast> forecast_of(const KnownDifference& difference);

/// The number of pairs until the sequential test decides. No value if it has, or if there are too
/// few pairs to say.
std::optional<Forecast> forecast_of(const Sprt& test);

/// "10 to 40", "more than 10"; numbers with two digits.
std::string range_text(const Forecast& forecast);
/// "about 20 more fields (8 chances in 10 that it takes 10 to 40)", "about 400 more fields (9
/// chances in 10 that it takes more than 60; it may be more than 5000)"
std::string forecast_text(const Forecast& forecast, std::string_view unit);

} // namespace referee
