#pragma once

/// How many more fields would decide which of two AIs is better.

#include <optional>

namespace referee {

/// Numbers of further fields.
struct Forecast {
    int likely = 0; ///< as likely more as fewer
    int low = 0;    ///< fewer in a tenth of the cases
    /// More in a tenth of the cases; no value: more than can be foreseen.
    std::optional<int> high;
};

/// The number of fields until two AIs differ significantly, looked at after each field, if their
/// true difference is the one estimated now. `deviations`: this difference in standard errors;
/// `fields`: those played; `level`: the two-sided p-value at which it is significant. No value if
/// the two look equal, so that perhaps no number of fields would decide.
std::optional<Forecast> forecast_of(double deviations, int fields, double level);

} // namespace referee
