#include "tournament/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <fmt/format.h>

namespace referee {
namespace {

/// Below it the variance over pairs is too uncertain to be used.
constexpr std::int64_t fewest_pairs = 10;

double quantile_95() {
    static const double value = boost::math::quantile(boost::math::normal(), 0.975);
    return value;
}

} // namespace

ShareInterval wilson(double share, double games) {
    if (!(games > 0)) {
        return {0.5, 0, 1};
    }
    const double z2 = quantile_95() * quantile_95();
    const double centre = (share + z2 / (2 * games)) / (1 + z2 / games);
    const double half = quantile_95() / (1 + z2 / games) *
                        std::sqrt(share * (1 - share) / games + z2 / (4 * games * games));
    return {
        share, share <= 0 ? 0 : std::max(0.0, centre - half),
        share >= 1 ? 1 : std::min(1.0, centre + half)};
}

double elo_of(double share) {
    return 400 * std::log10(share / (1 - share));
}

void PairCounts::add(double points) {
    const auto half_points = static_cast<int>(std::lround(2 * points));
    ++by_points[std::clamp(half_points, 0, 4)];
}

std::int64_t PairCounts::pairs() const {
    std::int64_t sum = 0;
    for (const std::int64_t count : by_points) {
        sum += count;
    }
    return sum;
}

double PairCounts::mean() const {
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
        sum += static_cast<double>(by_points[i]) * i / 4;
    }
    return pairs() == 0 ? 0.5 : sum / static_cast<double>(pairs());
}

double PairCounts::variance() const {
    double sum = 0;
    for (int i = 0; i < 5; ++i) {
        const double difference = i / 4.0 - mean();
        sum += static_cast<double>(by_points[i]) * difference * difference;
    }
    return pairs() == 0 ? 0 : sum / static_cast<double>(pairs());
}

MatchStatistics statistics_of(const PairCounts& counts) {
    MatchStatistics result;
    result.pairs = counts.pairs();
    const double mean = counts.mean();
    const double variance = counts.variance();
    if (result.pairs >= fewest_pairs && variance > 0) {
        result.games_per_pair = std::clamp(mean * (1 - mean) / variance, 1.0, 8.0);
    }
    result.share = wilson(mean, static_cast<double>(result.pairs) * result.games_per_pair);
    result.won = counts.by_points[3] + counts.by_points[4];
    result.lost = counts.by_points[0] + counts.by_points[1];
    const std::int64_t decided = result.won + result.lost;
    if (decided > 0) {
        const boost::math::binomial_distribution<> even(static_cast<double>(decided), 0.5);
        const auto fewer = static_cast<double>(std::min(result.won, result.lost));
        result.sign_test = std::min(1.0, 2 * boost::math::cdf(even, fewer));
    }
    return result;
}

std::string elo_text(const ShareInterval& interval) {
    if (interval.low <= 0 && interval.high >= 1) {
        return "–";
    }
    if (interval.share >= 1) {
        return fmt::format("≥ {:+.0f}", elo_of(interval.low));
    }
    if (interval.share <= 0) {
        return fmt::format("≤ {:+.0f}", elo_of(interval.high));
    }
    return fmt::format(
        "{:+.0f} [{:+.0f}, {:+.0f}]", elo_of(interval.share), elo_of(interval.low),
        elo_of(interval.high));
}

} // namespace referee
