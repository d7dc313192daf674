#include "tournament/statistics/certain_pairs.hpp"

#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace referee {

namespace {

constexpr double enough = 1 / interval_error;

constexpr std::array<double, 21> degree_classes{1,  2,  3,  4,  5,  6,   8,   10,  12,  15,  20,
                                                25, 30, 40, 50, 70, 100, 150, 200, 400, 1000};

// The grid of variances, by their logarithms: from a standard error of a hundredth of an Elo point
// to one of ten thousand.
constexpr double log_step = 0.02;
constexpr double min_log = -20;
constexpr std::size_t variances = 1400;

bool is_beyond(
    const CriticalDifference& critical, const CertainPairs::Rated& better,
    const CertainPairs::Rated& worse) {
    const double one = better.own * better.below * better.below;
    const double other = worse.own * worse.above * worse.above;
    const double rest = better.rest * better.below + worse.rest * worse.above;
    // Of a sum of independent parts, after Welch (1947) and Satterthwaite (1946).
    const double degrees = (one + other) * (one + other) /
                           (one * one / better.degrees + other * other / worse.degrees);
    return better.theta - worse.theta >=
           critical.of(
               one + other + rest * rest, CriticalDifference::class_of(std::min(
                                              {degrees, better.max_degrees, worse.max_degrees})));
}

} // namespace

CriticalDifference::CriticalDifference(double needed)
    : needed_(needed), found_(degree_classes.size() * variances) {}

std::size_t CriticalDifference::class_of(double degrees) {
    const auto above = std::upper_bound(degree_classes.begin(), degree_classes.end(), degrees);
    return above == degree_classes.begin()
               ? 0
               : static_cast<std::size_t>(above - degree_classes.begin()) - 1;
}

double CriticalDifference::of(double variance, std::size_t degree_class) const {
    const double place = std::max(0.0, std::ceil((std::log(variance) - min_log) / log_step));
    if (!(place < static_cast<double>(variances))) {
        return std::numeric_limits<double>::infinity();
    }
    double& difference = found_[degree_class * variances + static_cast<std::size_t>(place)];
    if (difference == 0) {
        difference = find(std::exp(min_log + log_step * place), degree_classes[degree_class]);
    }
    return difference;
}

double CriticalDifference::find(double variance, double degrees) const {
    constexpr double grid = 0.05; // normal standard errors
    const boost::math::students_t distribution(degrees);
    // How many times as many standard errors Student's t takes to be as rare as a normal variable.
    const auto ratio_at = [&](int point) {
        const double normal = grid * point;
        const double tail = std::max(1e-300, normal_tail(normal));
        return boost::math::quantile(boost::math::complement(distribution, tail)) / normal;
    };
    // Evidence is at most half the square of the standard errors, and a little more for two priors;
    // that is where the search begins. Far in the tail of few degrees of freedom it falls again, so
    // it isn't looked for by halves.
    constexpr int max_point = 700;
    for (int point =
             std::max(1, static_cast<int>(std::sqrt(2 * std::max(0.0, needed_ - 1)) / grid));
         point < max_point; ++point) {
        const double ratio = ratio_at(point);
        if (log_evidence(grid * point, variance * ratio * ratio) >= needed_) {
            return grid * point * ratio * std::sqrt(variance);
        }
    }
    return std::numeric_limits<double>::infinity();
}

CertainPairs::Rated CertainPairs::rated(int ai, double theta, const LargeErrors::Bound& bound) {
    return {
        ai,
        theta,
        bound.own,
        std::sqrt(bound.rest),
        bound.spread.degrees,
        bound.max_degrees,
        bound.spread.below,
        bound.spread.above};
}

CertainPairs::CertainPairs(std::vector<Rated> rated, int ais) : rated_(std::move(rated)) {
    std::sort(rated_.begin(), rated_.end(), [](const Rated& a, const Rated& b) {
        return std::pair(-a.theta, a.ai) < std::pair(-b.theta, b.ai);
    });
    // The evidence that two differ is the mean of that for both directions, so twice as much for
    // one of them is enough.
    double lacking = static_cast<double>(ais) * (ais - 1) / 2;
    for_each_beyond(CriticalDifference(std::log(2 * enough)), [&](const Rated&, const Rated&) {
        lacking -= 1;
    });
    needed_ = enough + enough * lacking;
    critical_ = CriticalDifference(std::log(2 * needed_));
}

bool CertainPairs::is_certain(const Rated& better, const Rated& worse) const {
    return better.theta > worse.theta && is_beyond(critical_, better, worse);
}

void CertainPairs::for_each(
    const std::function<void(const Rated& better, const Rated& worse)>& look) const {
    for_each_beyond(critical_, look);
}

template <typename Look>
void CertainPairs::for_each_beyond(const CriticalDifference& critical, const Look& look) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Rated& one : rated_) {
        least = std::min(least, one.own);
    }
    for (auto better = rated_.begin(); better != rated_.end(); ++better) {
        // No difference of this AI suffices below that.
        const double nearest =
            critical.of(better->own + least, CriticalDifference::class_of(better->max_degrees));
        const auto first = std::partition_point(better, rated_.end(), [&](const Rated& worse) {
            return better->theta - worse.theta < nearest;
        });
        for (auto worse = first; worse != rated_.end(); ++worse) {
            if (is_beyond(critical, *better, *worse)) {
                look(*better, *worse);
            }
        }
    }
}

} // namespace referee
