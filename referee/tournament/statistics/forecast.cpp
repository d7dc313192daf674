#include "tournament/statistics/forecast.hpp"

#include "tournament/statistics/pairs.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <vector>

namespace referee {

namespace {

/// A number of fields, and what decides there: the sum over fields, in standard errors of the
/// present one.
struct Look {
    double fields = 0;
    double needed = 0;
};

/// After each field at first, later about every hundredth of all.
std::vector<Look> looks_from(int fields, double level, int last) {
    std::vector<Look> looks;
    for (int at = fields + 1; at <= last; at += std::max(1, at / 100)) {
        const double quantile =
            boost::math::quantile(boost::math::students_t(std::max(1, at - 1)), 1 - level / 2);
        looks.push_back(
            {static_cast<double>(at), quantile * std::sqrt(static_cast<double>(at) / fields)});
    }
    return looks;
}

} // namespace

std::optional<Forecast> forecast_of(double deviations, int fields, double level) {
    // Equals differ by less in about two thirds of the cases, and far more fields would be needed.
    constexpr double min_deviations = 1;
    constexpr int paths = 1000;
    constexpr int most = 200; // times the present number of fields
    const double distance = std::abs(deviations);
    if (distance < min_deviations || fields < 2 || level <= 0) {
        return std::nullopt;
    }
    // The sum is a random walk with the present estimate as its drift.
    const std::vector<Look> looks = looks_from(fields, level, most * fields);
    boost::random::mt19937 generator(1);
    boost::random::normal_distribution<double> normal;
    std::vector<int> ends;
    for (int path = 0; path < paths; ++path) {
        double sum = distance;
        double at = fields;
        int end = most * fields;
        for (const Look& look : looks) {
            const double more = (look.fields - at) / fields;
            sum += distance * more + std::sqrt(more) * normal(generator);
            at = look.fields;
            if (std::abs(sum) >= look.needed) {
                end = static_cast<int>(look.fields) - fields;
                break;
            }
        }
        ends.push_back(end);
    }
    std::sort(ends.begin(), ends.end());
    const auto quantile = [&](double part) {
        return ends[static_cast<std::size_t>(part * static_cast<double>(ends.size()))];
    };
    Forecast forecast{quantile(0.5), quantile(0.1), quantile(0.9)};
    if (*forecast.high >= most * fields) {
        forecast.high.reset();
    }
    return forecast;
}

} // namespace referee
