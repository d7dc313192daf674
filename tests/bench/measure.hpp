#pragma once

/// What the parts of `make bench` share. Each game's rules are measured by a file of their own,
/// NAME_rules.cpp, which adds itself to the list by a Measurement at namespace scope.

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

/// Every figure is the median of this many runs.
inline constexpr int runs = 5;

inline double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

struct Measurement;

/// All that have been added, in the order of their names.
std::vector<Measurement>& measurements();

/// Something to be measured; `run` prints its line.
struct Measurement {
    Measurement(std::string its_name, std::function<void()> what);
    std::string name;
    std::function<void()> run;
};

/// Calls `round` for half a second, five times; it returns how many units it has done. Gives the
/// median of units per second.
template <typename Round>
double units_per_second(Round round) {
    constexpr double min_seconds = 0.5;
    std::vector<double> rates;
    for (int run = 0; run < runs; ++run) {
        long units = 0;
        const auto begin = Clock::now();
        while (seconds_since(begin) < min_seconds) {
            units += round();
        }
        rates.push_back(static_cast<double>(units) / seconds_since(begin));
    }
    return median(rates);
}

} // namespace bench
