#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace referee {

namespace {

constexpr double min_seen = 1e-9;

} // namespace

double student_quantile(double degrees) {
    return boost::math::quantile(
        boost::math::students_t(std::max(1.0, degrees)), 1 - interval_error / 2);
}

double student_probability(double value, double degrees) {
    return boost::math::cdf(boost::math::students_t(std::max(1.0, degrees)), value);
}

double normal_deviations(double deviations, double degrees) {
    constexpr double min_tail = 1e-300; // of rarer ones the number says nothing more
    const double tail = std::max(min_tail, student_probability(-std::abs(deviations), degrees));
    return std::copysign(
        boost::math::quantile(boost::math::complement(boost::math::normal(), tail)), deviations);
}

double normal_tail(double value) {
    return std::erfc(value / std::sqrt(2.0)) / 2;
}

double coin_probability(int count, int tosses) {
    return count < 0 ? 0 : boost::math::cdf(boost::math::binomial(tosses, 0.5), count);
}

double coin_density(int count, int tosses) {
    return boost::math::pdf(boost::math::binomial(tosses, 0.5), count);
}

double poisson_low(double seen) {
    return boost::math::gamma_p_inv(seen, interval_error);
}

ShareInterval wilson(double share, double games, double quantile) {
    if (!(games > 0)) {
        return {0.5, 0, 1};
    }
    const double square = quantile * quantile;
    const double centre = (share + square / (2 * games)) / (1 + square / games);
    const double half = quantile / (1 + square / games) *
                        std::sqrt(share * (1 - share) / games + square / (4 * games * games));
    ShareInterval interval{
        share, share <= 0 ? 0 : std::max(0.0, centre - half),
        share >= 1 ? 1 : std::min(1.0, centre + half)};
    const double won = share * games;
    const double lost = (1 - share) * games;
    if (won > min_seen && won <= max_poisson) {
        interval.low = std::min(interval.low, poisson_low(won) / games);
    }
    if (lost > min_seen && lost <= max_poisson) {
        interval.high = std::max(interval.high, 1 - poisson_low(lost) / games);
    }
    return interval;
}

double games_of_units(double share, double variance, std::int64_t units) {
    constexpr double nothing = 1e-12;
    const auto count = static_cast<double>(units);
    return variance < nothing ? count : count * share * (1 - share) / variance;
}

ShareInterval interval_of_units(double share, double variance, std::int64_t units) {
    if (units < 2) {
        return {units == 0 ? 0.5 : share, 0, 1};
    }
    return wilson(
        share, games_of_units(share, variance, units),
        student_quantile(static_cast<double>(units - 1)));
}

std::vector<double> holm_corrected(const std::vector<double>& p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return p_values[a] < p_values[b];
    });
    std::vector<double> corrected(p_values.size());
    double largest = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto left = static_cast<double>(order.size() - place);
        largest = std::max(largest, std::min(1.0, left * p_values[order[place]]));
        corrected[order[place]] = largest;
    }
    return corrected;
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
    return pairs() < 2 ? 0 : sum / static_cast<double>(pairs() - 1);
}

MatchStatistics statistics_of(const PairCounts& counts) {
    MatchStatistics result;
    result.pairs = counts.pairs();
    result.share = interval_of_units(counts.mean(), counts.variance(), result.pairs);
    result.won = counts.by_points[3] + counts.by_points[4];
    result.lost = counts.by_points[0] + counts.by_points[1];
    const std::int64_t decided = result.won + result.lost;
    if (decided > 0) {
        const auto fewer = static_cast<int>(std::min(result.won, result.lost));
        result.sign_test = std::min(1.0, 2 * coin_probability(fewer, static_cast<int>(decided)));
    }
    return result;
}

std::string signed_text(double elo) {
    return fmt::format("{:+.0f}", std::round(elo) + 0.0); // + 0.0: never "-0"
}

std::string percent_text(double share, double points) {
    if (points <= 0) {
        return "–";
    }
    // 49 of 80 and a share of .6125 are the same figure: halves go up, whatever the last bit says.
    return fmt::format("{:.1f}", std::floor(1000 * share / points + 0.5 + 1e-9) / 10);
}

std::string share_text(double share) {
    return fmt::format("{:.6g}", share);
}

std::string elo_text(const ShareInterval& interval) {
    if (interval.low <= 0 && interval.high >= 1) {
        return "–";
    }
    if (interval.share >= 1) {
        return "≥ " + signed_text(elo_of(interval.low));
    }
    if (interval.share <= 0) {
        return "≤ " + signed_text(elo_of(interval.high));
    }
    return fmt::format(
        "{} [{}, {}]", signed_text(elo_of(interval.share)), signed_text(elo_of(interval.low)),
        signed_text(elo_of(interval.high)));
}

SeatRates::SeatRates(int seats, int fields)
    : rows_(static_cast<std::size_t>(seats)), games_(static_cast<std::size_t>(fields)),
      shares_(rows_.size() * games_.size()) {}

void SeatRates::add(int field, int seat, double share) {
    const auto row = static_cast<std::size_t>(seat);
    const auto place = static_cast<std::size_t>(field);
    rows_[row].share += share;
    ++rows_[row].games;
    games_[place] += seat == 0 ? 1 : 0;
    shares_[place * rows_.size() + row] += static_cast<float>(share);
}

int SeatRates::played() const {
    return static_cast<int>(
        std::count_if(games_.begin(), games_.end(), [](std::int32_t games) { return games > 0; }));
}

/// The variance of a share is that of a ratio of two sums over fields.
std::vector<SeatRow> SeatRates::rows() const {
    const int units = played();
    std::vector<SeatRow> rows = rows_;
    for (std::size_t seat = 0; seat < rows.size(); ++seat) {
        SeatRow& row = rows[seat];
        if (row.games == 0) {
            continue;
        }
        const double share = row.share / static_cast<double>(row.games);
        double squares = 0;
        for (std::size_t field = 0; field < games_.size(); ++field) {
            const double off = shares_[field * rows.size() + seat] - share * games_[field];
            squares += off * off;
        }
        const double games_a_field = static_cast<double>(row.games) / static_cast<double>(units);
        const double variance = squares / (games_a_field * games_a_field) /
                                std::max(1.0, static_cast<double>(units - 1));
        row.interval = interval_of_units(share, variance, units);
    }
    return rows;
}

} // namespace referee
