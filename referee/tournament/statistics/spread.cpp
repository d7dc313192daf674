#include "tournament/statistics/spread.hpp"

#include <algorithm>
#include <cmath>

namespace referee {

namespace {

/// By how many standard errors the quantiles of a mean's t statistic move where the fields are
/// skewed, as a share of the quantile: the first term of its Edgeworth expansion (Hall, The
/// Bootstrap and Edgeworth Expansion, 1992, 2.6), at the level of the intervals.
double skew_of(const FieldMoments& moments) {
    const double variance = moments.squares / moments.fields;
    if (variance <= 0) {
        return 0;
    }
    // A few fields seldom hold the rarest: their skewness is too small on average. Measured
    // (`make statistics`): with less than this the intervals of the best are true too
    // seldom.
    constexpr double of_few_fields = 1.5;
    const double skewness =
        of_few_fields * moments.cubes / moments.fields / std::pow(variance, 1.5);
    constexpr double quantile = 1.96;
    return skewness * (2 * quantile * quantile + 1) / (6 * std::sqrt(moments.fields) * quantile);
}

} // namespace

double degrees_of(double fields, double sum, double of_squares) {
    const double kurtosis = fields * of_squares / (sum * sum);
    return 2 * fields / std::max(kurtosis - 1, 1e-9);
}

Spread
spread_from(const Variances& variances, const FieldMoments& moments, double usual, double seen) {
    constexpr double prior_degrees = 4;
    constexpr double nothing = 1e-9;
    const auto& [independent, scatter, unit] = variances;
    if (scatter < nothing * unit) {
        return {std::sqrt(unit), independent / unit, seen - 1};
    }
    double degrees = seen - 1;
    double skew = 0;
    if (moments.fields > 0) {
        skew = skew_of(moments);
        degrees = std::min(degrees, degrees_of(moments.fields, moments.squares, moments.fourths));
    }
    const double dispersion = std::max(
        usual,
        (degrees * scatter / independent + prior_degrees * usual) / (degrees + prior_degrees));
    return {
        std::sqrt(dispersion * independent), 1 / dispersion,
        std::min(seen - 1, degrees + prior_degrees), 1 + std::max(0.0, -skew),
        1 + std::max(0.0, skew)};
}

} // namespace referee
