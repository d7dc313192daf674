#include "tournament/statistics/adjusted_estimate.hpp"

#include "tournament/statistics/stopped_motion.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numbers>

namespace referee {
namespace {

/// How far a walk is beyond its bound on average when it stops, in standard deviations of a step:
/// −ζ(½)/√(2π).
constexpr double overshoot = 0.5826;

/// The mean and the variance of what a pair adds to the log-likelihood ratio.
struct Step {
    double mean = 0;
    double variance = 0;
};

Step step_at(const PairFrequencies& truth, const SprtConfig& config) {
    const PairFrequencies added = ratio_by_points(truth, config);
    Step step;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        step.mean += truth[i] * added[i];
    }
    for (std::size_t i = 0; i < truth.size(); ++i) {
        step.variance += truth[i] * (added[i] - step.mean) * (added[i] - step.mean);
    }
    return step;
}

/// What a test has shown: where it was after how many pairs.
struct Outcome {
    double lower = 0; ///< the bounds
    double upper = 0;
    double ratio = 0;
    std::int64_t pairs = 0;
};

/// The probability of a lower outcome, half of that of the same one included.
double probability_below(const Outcome& outcome, const Step& step) {
    const double deviation = std::sqrt(step.variance);
    const double drift = step.mean / deviation;
    const double lower = outcome.lower / deviation;
    const double upper = outcome.upper / deviation;
    const auto first = static_cast<double>(min_tested_pairs);
    const double root = std::sqrt(first);
    const auto below_first = [&](double ratio) { // at pair 10
        return 1 - normal_tail((ratio - drift * first) / root);
    };
    const bool is_upper = outcome.ratio >= outcome.upper;
    const bool is_lower = outcome.ratio <= outcome.lower;
    // The pair at which it stopped counts half.
    const double half = is_upper || is_lower ? 0.5 : 0;
    const double time = static_cast<double>(outcome.pairs) - first - half;
    const double width = upper - lower + 2 * overshoot;
    const auto from = [&](double ratio) {
        const Motion motion{drift, width, ratio - lower + overshoot};
        return is_upper ? stopped_at_upper(motion, time)
               : is_lower
                   ? stopped_at_lower(motion, time)
                   : stopped_at_lower(motion, time) +
                         still_below(motion, time, outcome.ratio / deviation - lower + overshoot);
    };
    // Over where the walk is at pair 10, if it is between the bounds.
    constexpr double far = 7;
    const double begin = std::max(lower, drift * first - far * root);
    const double end = std::min(upper, drift * first + far * root);
    double later = 0;
    if (begin < end) {
        constexpr int points = 30;
        constexpr int parts = 2;
        for (int part = 0; part < parts; ++part) {
            later += boost::math::quadrature::gauss<double, points>::integrate(
                [&](double ratio) {
                    const double away = (ratio - drift * first) / root;
                    return std::exp(-away * away / 2) / (root * std::sqrt(2 * std::numbers::pi)) *
                           from(ratio);
                },
                begin + (end - begin) * part / parts, begin + (end - begin) * (part + 1) / parts);
        }
    }
    return is_upper ? below_first(upper) - later : below_first(lower) + later;
}

/// Of a share: 1,200 Elo.
constexpr double max_odds = 6.9;

double share_at(double odds) {
    return 1 / (1 + std::exp(-odds));
}

double odds_of(double share) {
    return std::log(share / (1 - share));
}

/// The share, as the logarithm of its odds, at which `below` has this value; none if that is beyond
/// 1,200 Elo. `below` falls.
std::optional<double>
odds_where(const std::function<double(double)>& below, double probability, double begin) {
    const auto excess = [&](double odds) { return below(odds) - probability; };
    double near = begin;
    const double side = excess(near) > 0 ? 1 : -1;
    double far = near;
    for (double reach = 0.01; excess(far) * side > 0; reach *= 2) {
        near = far;
        if (std::abs(far) >= max_odds) {
            return std::nullopt;
        }
        far = std::clamp(far + side * reach, -max_odds, max_odds);
    }
    std::uintmax_t steps = 60;
    const auto [low, high] = boost::math::tools::toms748_solve(
        excess, std::min(near, far), std::max(near, far),
        boost::math::tools::eps_tolerance<double>(24), steps);
    return (low + high) / 2;
}

} // namespace

AdjustedEstimate adjusted_estimate(const PairCounts& counts, const SprtConfig& config) {
    const std::int64_t pairs = counts.pairs();
    const MatchStatistics fixed = statistics_of(counts);
    AdjustedEstimate estimate{fixed.share, {}, {}, {}, superiority_of(counts)};
    const PairFrequencies seen = frequencies_of(counts);
    if (pairs > min_tested_pairs) {
        const Outcome outcome{
            std::log(config.beta / (1 - config.alpha)), std::log((1 - config.beta) / config.alpha),
            log_likelihood_ratio(counts, config), pairs};
        const auto below = [&](double odds) {
            return probability_below(
                outcome, step_at(likeliest_with_mean(seen, share_at(odds)), config));
        };
        const double begin = std::clamp(odds_of(fixed.share.share), -max_odds, max_odds);
        // The variance of a pair is an estimate, too: as far out as Student's t is from the normal.
        const double tail = normal_tail(student_quantile(static_cast<double>(pairs - 1)));
        const std::optional<double> middle = odds_where(below, 0.5, begin);
        const std::optional<double> low = odds_where(below, 1 - tail, middle.value_or(begin));
        const std::optional<double> high = odds_where(below, tail, middle.value_or(begin));
        estimate.share = {
            middle      ? share_at(*middle)
            : begin > 0 ? 1
                        : 0,
            low ? share_at(*low) : 0, high ? share_at(*high) : 1};
        estimate.superiority = below(0);
    }
    const auto normalised = [&](double share) {
        return share > 0 && share < 1
                   ? std::optional(normalised_elo_of(likeliest_with_mean(seen, share)))
                   : std::nullopt;
    };
    estimate.normalised = normalised(estimate.share.share);
    estimate.normalised_low = normalised(estimate.share.low);
    estimate.normalised_high = normalised(estimate.share.high);
    return estimate;
}

double superiority_of(const PairCounts& counts) {
    const std::int64_t pairs = counts.pairs();
    if (pairs < 2) {
        return 0.5;
    }
    const double games = games_of_units(counts.mean(), counts.variance(), pairs);
    return student_probability(
        (counts.mean() - 0.5) * 2 * std::sqrt(games), static_cast<double>(pairs - 1));
}

std::string adjusted_text(const AdjustedEstimate& estimate) {
    std::string text = fmt::format("Elo {}, adjusted for stopping", elo_text(estimate.share));
    if (estimate.normalised && estimate.normalised_low && estimate.normalised_high) {
        text += fmt::format(
            "; normalised {} [{}, {}]", signed_text(*estimate.normalised),
            signed_text(*estimate.normalised_low), signed_text(*estimate.normalised_high));
    }
    return text;
}

} // namespace referee
