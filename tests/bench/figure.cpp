#include "bench/figure.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <thread>

namespace bench {
namespace {

/// How many samples lie outside the interval on each side: as many as leave the median inside with
/// 90 %. It is below the k-th smallest if fewer than k samples fell below it, and each falls below
/// it with one half. -1: too few samples.
int samples_outside(std::size_t count) {
    const double per_side = 0.05;
    double probability = std::pow(0.5, static_cast<double>(count)); // of exactly k below it
    double sum = 0;
    int outside = -1;
    for (std::size_t k = 0; k < count; ++k) {
        sum += probability;
        if (sum > per_side) {
            break;
        }
        outside = static_cast<int>(k);
        probability *= static_cast<double>(count - k) / static_cast<double>(k + 1);
    }
    return outside;
}

} // namespace

bool Estimate::says_something(double spread) const {
    const double reach = std::max(high - value, value - low);
    return has_interval && reach <= spread * std::abs(value); // false if one of them is NaN
}

Estimate estimate(std::vector<double> samples) {
    if (samples.empty()) {
        return {};
    }
    std::sort(samples.begin(), samples.end());
    const std::size_t half = samples.size() / 2;
    const double median =
        samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
    const int outside = samples_outside(samples.size());
    const std::size_t cut = outside < 0 ? 0 : static_cast<std::size_t>(outside);
    return {median, samples[cut], samples[samples.size() - 1 - cut], outside >= 0};
}

std::string digits_of(double value) {
    const double size = std::abs(value);
    const int before = size < 1 ? 1 : static_cast<int>(std::log10(size)) + 1;
    return fmt::format("{:.{}f}", value, std::max(0, 3 - before));
}

std::string figure(const std::vector<double>& samples, const std::string& unit, double spread) {
    const Estimate found = estimate(samples);
    const std::string interval =
        fmt::format("{} to {}", digits_of(found.low), digits_of(found.high));
    if (found.says_something(spread)) {
        return fmt::format("{}{} ({})", digits_of(found.value), unit, interval);
    }
    if (!found.has_interval) {
        return fmt::format("no figure: {} measurements are too few", samples.size());
    }
    return fmt::format("no figure: the spread is {}; run it on an idle machine", interval);
}

std::string machine_text() {
    std::string load = "unknown";
    std::ifstream("/proc/loadavg") >> load;
    return fmt::format("{} cores, load {}", std::thread::hardware_concurrency(), load);
}

} // namespace bench
