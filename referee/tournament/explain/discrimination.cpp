#include "tournament/explain/discrimination.hpp"

#include "tournament/statistics/any_time.hpp"
#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace referee {

namespace {

using Comparisons = std::vector<const Comparison*>;

struct Slope {
    double value = 0; ///< log-likelihood
    double gradient = 0;
    double information = 0;
};

Slope slope_at(const Comparisons& results, double slope) {
    Slope at;
    for (const Comparison* const result : results) {
        const double x = slope * result->distance;
        const double won = 1 / (1 + std::exp(-x));
        at.value += result->weight * (result->result * x - (x > 0 ? x + std::log1p(std::exp(-x))
                                                                  : std::log1p(std::exp(x))));
        at.gradient += result->weight * (result->result - won) * result->distance;
        at.information += result->weight * won * (1 - won) * result->distance * result->distance;
    }
    return at;
}

/// The likeliest slope, if slopes scatter around 1 with this variance, and the log-likelihood of
/// the results with all slopes taken into account (Laplace's approximation).
struct Fit {
    double slope = 1;
    double variance = 0;
    double evidence = 0;
};

Fit fit_of(const Comparisons& results, double variance) {
    Fit fit;
    constexpr int rounds = 50;
    for (int round = 0; round < rounds; ++round) {
        const Slope at = slope_at(results, fit.slope);
        const double step =
            (at.gradient - (fit.slope - 1) / variance) / (at.information + 1 / variance);
        fit.slope += std::clamp(step, -1.0, 1.0);
        if (std::abs(step) < 1e-9) {
            break;
        }
    }
    const Slope at = slope_at(results, fit.slope);
    fit.variance = 1 / (at.information + 1 / variance);
    fit.evidence = at.value - (fit.slope - 1) * (fit.slope - 1) / (2 * variance) +
                   0.5 * std::log(fit.variance / variance);
    return fit;
}

/// How much the slopes of fields scatter, by the likelihood of all results.
double likeliest_variance(const std::map<int, Comparisons>& fields) {
    double best = 0;
    double most = -1e300;
    for (double deviation = 0.05; deviation < 3; deviation *= 1.3) {
        double evidence = 0;
        for (const auto& [field, results] : fields) {
            evidence += fit_of(results, deviation * deviation).evidence;
        }
        if (evidence > most) {
            most = evidence;
            best = deviation * deviation;
        }
    }
    return best;
}

} // namespace

std::vector<Discrimination> discriminations_of(const std::vector<Comparison>& comparisons) {
    std::map<int, Comparisons> fields;
    for (const Comparison& comparison : comparisons) {
        fields[comparison.field].push_back(&comparison);
    }
    if (fields.size() < 2) {
        return {};
    }
    const double variance = likeliest_variance(fields);
    std::vector<Discrimination> list;
    std::vector<double> evidence;
    for (const auto& [field, results] : fields) {
        const Fit fit = fit_of(results, variance);
        const double margin = 1.96 * std::sqrt(fit.variance);
        Discrimination one{field, 0, fit.slope, fit.slope - margin, fit.slope + margin};
        for (const Comparison* const result : results) {
            one.results += result->weight;
        }
        // The likelihood ratio of slopes that scatter against 1, Laplace's approximation.
        evidence.push_back(fit.evidence - slope_at(results, 1).value);
        list.push_back(one);
    }
    const std::vector<double> rates = any_time_discovery_rates(evidence);
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].q_value = rates[i];
        list[i].is_certain = rates[i] <= interval_error;
    }
    std::stable_sort(
        list.begin(), list.end(), [](const auto& a, const auto& b) { return a.slope > b.slope; });
    return list;
}

} // namespace referee
