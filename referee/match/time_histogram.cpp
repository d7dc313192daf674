#include "match/time_histogram.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

namespace referee {

void TimeHistogram::add(const TimeHistogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        counts_[i] += other.counts_[i];
    }
}

std::int64_t TimeHistogram::count() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

std::int64_t TimeHistogram::time_of(std::size_t number) {
    if (number < parts) {
        return static_cast<std::int64_t>((2 * number + 1) << (unit_bits - 1));
    }
    const std::size_t octave = number / parts - 1;
    const std::uint64_t first = (number - parts * octave) << octave;
    const std::uint64_t middle = first + ((std::uint64_t{1} << octave) >> 1U);
    return static_cast<std::int64_t>(middle << unit_bits);
}

std::int64_t TimeHistogram::quantile(double share) const {
    const std::int64_t all = count();
    const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(all)));
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        seen += counts_[i];
        if (counts_[i] > 0 && seen >= wanted) {
            return time_of(i);
        }
    }
    return 0;
}

std::string TimeHistogram::text() const {
    std::string text;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (counts_[i] > 0) {
            fmt::format_to(
                std::back_inserter(text), "{}{}:{}", text.empty() ? "" : " ", i, counts_[i]);
        }
    }
    return text;
}

void TimeHistogram::add_text(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        std::size_t number = 0;
        std::uint32_t counted = 0;
        const auto [colon, number_error] = std::from_chars(at, end, number);
        if (number_error != std::errc() || colon == end || *colon != ':' || number >= classes) {
            return;
        }
        const auto [rest, count_error] = std::from_chars(colon + 1, end, counted);
        if (count_error != std::errc()) {
            return;
        }
        counts_[number] += counted;
        at = rest == end ? end : rest + 1;
    }
}

} // namespace referee
