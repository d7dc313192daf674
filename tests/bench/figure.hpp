#pragma once

/// What repeated measurements say: a figure, or that there is none. On a busy machine samples of
/// one thing differ so much that their median is an accident, and one that is printed misleads.

#include <string>
#include <vector>

namespace bench {

/// The interval may reach this far to either side, as a share of the figure.
inline constexpr double max_spread = 0.1;
/// For differences of two times that are nearly equal.
inline constexpr double max_spread_of_difference = 0.25;

/// The median of samples, and between which of them the true one lies with 90 % or more. The
/// interval is taken from the order of the samples (as in a sign test), so that single outliers
/// change nothing. Fewer than five samples have none.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;
    bool has_interval = false;

    /// Whether the interval is narrow enough for the value to say something.
    bool says_something(double spread = max_spread) const;
};

Estimate estimate(std::vector<double> samples);

/// "1.34 (1.33 to 1.36)", or "no figure: the spread is 0.58 to 1.40; run it on an idle machine".
/// `unit` follows the value: " us".
std::string figure(
    const std::vector<double>& samples, const std::string& unit = "", double spread = max_spread);

/// A number with three digits that count, and all before the point.
std::string digits_of(double value);

/// "2 cores, load 0.21": the processes that have lately wanted to run (/proc/loadavg).
std::string machine_text();

} // namespace bench
