#include "tournament/statistics/stopped_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace referee {
namespace {

using std::numbers::pi;

/// Below this part of width² the images converge faster than the eigenfunctions.
constexpr double short_time = 0.1;
constexpr int images = 3;       ///< to each side: the next one is below e^-100
constexpr int eigenvalues = 12; ///< the next one is below e^-80

double normal_probability(double value) {
    return std::erfc(-value / std::sqrt(2.0)) / 2;
}

/// exp(exponent) · P(Z ≤ value). The first factor may be huge where the second is tiny.
double scaled_probability(double exponent, double value) {
    constexpr double far = -20;
    if (value > far) {
        return std::exp(exponent) * normal_probability(value);
    }
    const double square = value * value; // Mills' ratio
    return std::exp(exponent - square / 2) / (-value * std::sqrt(2 * pi)) *
           (1 - 1 / square + 3 / (square * square));
}

/// exp(exponent) · P(low < Z ≤ high)
double scaled_between(double exponent, double low, double high) {
    return low > 0 ? scaled_probability(exponent, -low) - scaled_probability(exponent, -high)
                   : scaled_probability(exponent, high) - scaled_probability(exponent, low);
}

bool is_short(const Motion& motion, double time) {
    return time < short_time * motion.width * motion.width;
}

/// However long it takes.
double ever_at_upper(const Motion& motion) {
    const double twice = 2 * motion.drift;
    if (std::abs(twice * motion.width) < 1e-9) {
        return motion.start / motion.width;
    }
    return twice > 0 ? std::expm1(-twice * motion.start) / std::expm1(-twice * motion.width)
                     : std::exp(twice * (motion.width - motion.start)) *
                           std::expm1(twice * motion.start) / std::expm1(twice * motion.width);
}

double clamped(double probability) {
    return std::clamp(probability, 0.0, 1.0);
}

} // namespace

double stopped_at_upper(const Motion& motion, double time) {
    if (time <= 0) {
        return 0;
    }
    const double way = motion.width - motion.start;
    if (is_short(motion, time)) {
        // Each image is a first passage to a level, its density d/√(2πt³)·e^(−d²/2t), times the
        // change of measure that adds the drift.
        const double root = std::sqrt(time);
        double sum = 0;
        for (int image = -images; image <= images; ++image) {
            const double distance = way + 2 * image * motion.width;
            const double far = std::abs(distance);
            const double base = motion.drift * way;
            const double part =
                scaled_probability(base - motion.drift * far, (motion.drift * time - far) / root) +
                scaled_probability(base + motion.drift * far, (-motion.drift * time - far) / root);
            sum += distance > 0 ? part : -part;
        }
        return clamped(sum);
    }
    double later = 0;
    for (int k = 1; k <= eigenvalues; ++k) {
        const double wave = k * pi / motion.width;
        const double rate = (motion.drift * motion.drift + wave * wave) / 2;
        later += wave * (k % 2 == 1 ? 1 : -1) * std::sin(wave * motion.start) / rate *
                 std::exp(motion.drift * way - rate * time);
    }
    return clamped(ever_at_upper(motion) - later / motion.width);
}

double stopped_at_lower(const Motion& motion, double time) {
    return stopped_at_upper({-motion.drift, motion.width, motion.width - motion.start}, time);
}

double still_below(const Motion& motion, double time, double place) {
    const double end = std::clamp(place, 0.0, motion.width);
    if (time <= 0) {
        return motion.start <= place ? 1 : 0;
    }
    const double drift = motion.drift;
    double sum = 0;
    if (is_short(motion, time)) {
        const double root = std::sqrt(time);
        for (int image = -images; image <= images; ++image) {
            const double shift = 2 * image * motion.width;
            const auto part = [&](double exponent, double offset) {
                return scaled_between(
                    exponent, (offset - drift * time) / root, (end + offset - drift * time) / root);
            };
            sum += part(-drift * shift, shift - motion.start) -
                   part(-drift * (shift + 2 * motion.start), shift + motion.start);
        }
        return clamped(sum);
    }
    for (int k = 1; k <= eigenvalues; ++k) {
        const double wave = k * pi / motion.width;
        const double squares = drift * drift + wave * wave;
        const double exponent = -drift * motion.start - squares / 2 * time;
        // The integral of e^(drift·u)·sin(wave·u) from 0 to the end.
        const double integral = std::exp(exponent + drift * end) *
                                    (drift * std::sin(wave * end) - wave * std::cos(wave * end)) +
                                std::exp(exponent) * wave;
        sum += std::sin(wave * motion.start) * integral / squares;
    }
    return clamped(2 / motion.width * sum);
}

} // namespace referee
