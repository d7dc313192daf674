#include "tournament/statistics/forecast.hpp"

#include "tournament/statistics/any_time.hpp"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace referee {

namespace {

constexpr int paths = 1000;
constexpr int most = 200; // times the present number of units

/// A number of units, and what decides there.
struct Look {
    int units = 0;
    double low = 0;
    double high = 0;
};

/// After each unit at first, later about every hundredth of all.
std::vector<Look> looks_of(const Walk& walk, const WalkBounds& bounds) {
    std::vector<Look> looks;
    for (int at = walk.units + 1; at <= most * walk.units; at += std::max(1, at / 100)) {
        const auto [low, high] = bounds(at);
        looks.push_back({at, low, high});
    }
    return looks;
}

/// Two digits: more would pretend to know more.
int rounded(int number) {
    int unit = 1;
    while (number / unit >= 100) {
        unit *= 10;
    }
    return static_cast<int>(std::lround(static_cast<double>(number) / unit)) * unit;
}

} // namespace

std::optional<Forecast> forecast_of(const Walk& walk, const WalkBounds& bounds) {
    if (walk.units < 1) {
        return std::nullopt;
    }
    const std::vector<Look> looks = looks_of(walk, bounds);
    boost::random::mt19937 generator(1);
    boost::random::normal_distribution<double> normal;
    std::vector<int> ends;
    for (int path = 0; path < paths; ++path) {
        double sum = walk.sum;
        // The mean of the units so far, and so the drift, has this error.
        const double drift =
            walk.drift + walk.deviation / std::sqrt(walk.units) * normal(generator);
        int at = walk.units;
        int end = most * walk.units;
        for (const Look& look : looks) {
            const double more = look.units - at;
            sum += drift * more + walk.deviation * std::sqrt(more) * normal(generator);
            at = look.units;
            if (sum <= look.low || sum >= look.high) {
                end = at - walk.units;
                break;
            }
        }
        ends.push_back(end);
    }
    std::sort(ends.begin(), ends.end());
    // Near the bound many walks end after the same few units. A range from tenth to tenth would
    // then have far more than eight in ten of them: what the lower end has too much is taken from
    // the upper one.
    constexpr auto tenth = static_cast<std::size_t>(paths / 10);
    Forecast forecast;
    forecast.most = (most - 1) * walk.units;
    forecast.low = ends[tenth];
    const auto below = static_cast<std::size_t>(
        std::lower_bound(ends.begin(), ends.end(), forecast.low) - ends.begin());
    const int high = ends[below + 8 * tenth - 1];
    if (high < most * walk.units) {
        forecast.high = high;
    }
    if (ends[paths / 2] < most * walk.units) {
        forecast.likely = ends[paths / 2];
    }
    return forecast;
}

std::optional<Forecast> forecast_of(const KnownDifference& known) {
    if (known.fields < 1) {
        return std::nullopt;
    }
    // In standard errors of the present sum, which grow with the root of the number of fields.
    const double fields = known.fields;
    const Walk walk{
        std::abs(known.deviations), std::abs(known.deviations) / fields, 1 / std::sqrt(fields),
        known.fields};
    return forecast_of(walk, [&](int at) {
        // In one direction the evidence is twice that in either.
        const double needed = known.needed + std::log(2.0);
        const double bound = deviations_for(needed, known.variance * fields / at) *
                             std::sqrt(static_cast<double>(at) / fields);
        return std::pair(-bound, bound);
    });
}

std::optional<Forecast> forecast_of(const Sprt& test) {
    constexpr std::int64_t min_pairs = 10;
    const std::int64_t pairs = test.counts().pairs();
    if (test.decision() != SprtDecision::none || pairs < min_pairs || pairs > 1'000'000) {
        return std::nullopt;
    }
    // The ratio grows by (t₁ − t₀)·(t − (t₀ + t₁)/2) a pair, and t has a deviation of 1.
    const Walk walk{
        test.ratio(), test.ratio() / static_cast<double>(pairs), test.width(),
        static_cast<int>(pairs)};
    return forecast_of(walk, [&](int) { return std::pair(test.lower(), test.upper()); });
}

std::string range_text(const Forecast& forecast) {
    if (!forecast.high) {
        return fmt::format("more than {}", rounded(forecast.low));
    }
    return *forecast.high == forecast.low
               ? fmt::format("{}", rounded(forecast.low))
               : fmt::format("{} to {}", rounded(forecast.low), rounded(*forecast.high));
}

std::string forecast_text(const Forecast& forecast, std::string_view unit) {
    const auto units = [unit](int number) {
        return std::string(unit) + (number == 1 ? "" : unit.ends_with("ch") ? "es" : "s");
    };
    if (!forecast.likely) {
        return fmt::format(
            "probably more than {} more {} (9 chances in 10 that it takes more than {})",
            rounded(forecast.most), units(forecast.most), rounded(forecast.low));
    }
    return fmt::format(
        "about {} more {} ({} chances in 10 that it takes {}{})", rounded(*forecast.likely),
        units(*forecast.likely), forecast.high ? 8 : 9, range_text(forecast),
        forecast.high ? "" : fmt::format("; it may be more than {}", rounded(forecast.most)));
}

} // namespace referee
