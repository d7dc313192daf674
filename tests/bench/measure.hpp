#pragma once

/// What the parts of `make bench` share. Each game's rules are measured by a file of their own,
/// NAME_rules.cpp, which adds itself to the list by a Measurement at namespace scope.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace bench {

using Clock = std::chrono::steady_clock;

/// Every figure is the median of this many runs: figure.hpp says when there is none.
inline constexpr int runs = 5;

inline double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Processor time of this process, in seconds. Where a figure is about work, that is what counts:
/// other work on the machine takes none of it.
double processor_seconds();

/// Processor time of a command of the shell and of all that it has waited for, in seconds.
double processor_seconds_of(const std::string& command);

struct Measurement;

/// All that have been added, in the order of their names.
std::vector<Measurement>& measurements();

/// Something to be measured; `run` prints its line.
struct Measurement {
    Measurement(std::string its_name, std::function<void()> what);
    std::string name;
    std::function<void()> run;
};

/// Calls `round` for half a second of processor time, in several runs; it returns how many units it
/// has done. Gives each run's units per second of processor time.
template <typename Round>
std::vector<double> rates_of(Round round) {
    constexpr double min_seconds = 0.5;
    std::vector<double> rates;
    for (int run = 0; run < runs; ++run) {
        double units = 0;
        const double begin = processor_seconds();
        while (processor_seconds() - begin < min_seconds) {
            units += static_cast<double>(round());
        }
        rates.push_back(units / (processor_seconds() - begin));
    }
    return rates;
}

} // namespace bench
