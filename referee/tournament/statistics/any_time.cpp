#include "tournament/statistics/any_time.hpp"

#include "tournament/statistics/pairs.hpp"
#include "tournament/statistics/plackett_luce.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>

namespace referee {

namespace {

const double log_2 = std::log(2.0);

/// Larger evidence says nothing more, and its exponential is still a number.
constexpr double max_log = 700;

/// log(exp(a) + exp(b))
double log_of_sum(double a, double b) {
    return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

double log_evidence_with(double prior, double deviations, double variance) {
    const double square = prior * prior;
    const double z = deviations * std::sqrt(square / (square + variance));
    const double root = std::log1p(square / variance) / 2;
    // Twice the tail: the half of the prior that counts has twice the density.
    constexpr double far = -20; // the tail is too small for a number soon; its leading term
    return z < far ? -std::log(-z * std::sqrt(std::acos(-1.0) / 2)) - root
                   : z * z / 2 + std::log(std::erfc(-z / std::sqrt(2.0))) - root;
}

/// The statements from the least evidence to the most.
std::vector<std::size_t> ascending(const std::vector<double>& evidence) {
    std::vector<std::size_t> order(evidence.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return evidence[a] < evidence[b];
    });
    return order;
}

double value_of(double evidence) {
    return std::exp(std::min(evidence, max_log));
}

} // namespace

double log_evidence(double deviations, double variance) {
    constexpr std::array priors{60.0, 240.0}; // Elo; few differences that matter are far from both
    return log_of_sum(
               log_evidence_with(priors[0] / elo_per_theta, deviations, variance),
               log_evidence_with(priors[1] / elo_per_theta, deviations, variance)) -
           log_2;
}

double deviations_for(double needed, double variance) {
    double low = 0;
    double high = 100;
    constexpr int steps = 50;
    for (int step = 0; step < steps; ++step) {
        const double middle = (low + high) / 2;
        (log_evidence(middle, variance) < needed ? low : high) = middle;
    }
    return high;
}

double log_evidence_of_signs(int ahead, int behind) {
    const double wins = ahead + 1.0;
    const double losses = behind + 1.0;
    const double upper = boost::math::ibetac(wins, losses, 0.5);
    constexpr double min_upper = 1e-290;
    if (upper < min_upper) {
        return -std::log(losses - wins); // the leading term where hardly anything is left
    }
    return (wins + losses - 1) * log_2 + std::lgamma(wins) + std::lgamma(losses) -
           std::lgamma(wins + losses) + std::log(upper);
}

double log_evidence_of_mean(double deviations, int fields) {
    constexpr double worth = 5;
    const double share = fields / (fields + worth);
    return deviations * deviations * share / 2 + std::log(1 - share) / 2;
}

double log_two_sided(double one, double other) {
    return log_of_sum(one, other) - log_2;
}

std::vector<double> for_all_at_once(const std::vector<double>& evidence) {
    const std::vector<std::size_t> order = ascending(evidence);
    std::vector<double> sums{0}; // of the smallest so many
    for (const std::size_t number : order) {
        sums.push_back(sums.back() + value_of(evidence[number]));
    }
    std::vector<double> worth(evidence.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        const double own = value_of(evidence[order[place]]);
        // The next smallest lowers the mean as long as it is below the mean itself. The difference
        // grows with the number taken, so it is looked for by halves.
        std::size_t low = 0;
        std::size_t high = place;
        while (low < high) {
            const std::size_t count = (low + high) / 2;
            const double next = value_of(evidence[order[count]]);
            if (next * static_cast<double>(count + 1) >= own + sums[count]) {
                high = count;
            } else {
                low = count + 1;
            }
        }
        worth[order[place]] = std::log((own + sums[low]) / static_cast<double>(low + 1));
    }
    return worth;
}

std::vector<double> needed_for_all_at_once(const std::vector<double>& evidence) {
    constexpr double enough = 1 / interval_error;
    const auto lacks = [](double one) { return std::max(0.0, enough - value_of(one)); };
    double all = 0;
    for (const double one : evidence) {
        all += lacks(one);
    }
    std::vector<double> needed;
    for (const double one : evidence) {
        needed.push_back(std::log(enough + all - lacks(one)));
    }
    return needed;
}

bool is_enough(double evidence) {
    return evidence >= -std::log(interval_error);
}

double any_time_p_value(double evidence) {
    return std::min(1.0, std::exp(-evidence));
}

std::vector<double> any_time_discovery_rates(const std::vector<double>& evidence) {
    const std::vector<std::size_t> order = ascending(evidence);
    std::vector<double> rates(evidence.size());
    double least = 1;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto as_large = static_cast<double>(order.size() - place);
        least = std::min(
            least,
            static_cast<double>(order.size()) / (as_large * value_of(evidence[order[place]])));
        rates[order[place]] = least;
    }
    return rates;
}

} // namespace referee
