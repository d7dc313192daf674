#include "tournament/spsa.hpp"

#include "field/mixed.hpp"

#include <algorithm>
#include <cmath>

namespace referee {
namespace {

// Spall's exponents, and A as a fraction of all iterations.
constexpr double alpha = 0.602;
constexpr double gamma = 0.101;
constexpr double stability = 0.1;

/// Divided by the square root of the number of iterations, this is how far, in steps, a result of 1
/// moves a parameter at the end. Pure noise then moves it by about three steps in total.
constexpr double end_gain = 3;

double fitted(const SpsaParameter& parameter, double value) {
    return std::clamp(
        parameter.is_integer ? std::round(value) : value, parameter.min, parameter.max);
}

} // namespace

Spsa::Spsa(std::vector<SpsaParameter> parameters, std::int64_t iterations, std::uint64_t seed)
    : parameters_(std::move(parameters)), iterations_(std::max<std::int64_t>(1, iterations)),
      seed_(seed), sum_(parameters_.size()), squares_(parameters_.size()) {
    for (const SpsaParameter& parameter : parameters_) {
        point_.push_back(parameter.start);
    }
}

int Spsa::sign(std::int64_t iteration, std::size_t parameter) const {
    const std::uint64_t drawn =
        mixed(mixed(seed_ ^ static_cast<std::uint64_t>(iteration)) + parameter);
    return (drawn >> 63U) != 0 ? 1 : -1;
}

double Spsa::distance(std::int64_t iteration) const {
    return std::pow(static_cast<double>(iterations_) / static_cast<double>(iteration + 1), gamma);
}

double Spsa::gain(std::int64_t iteration) const {
    const auto all = static_cast<double>(iterations_);
    const double late = stability * all;
    const double size = std::pow((late + all) / (late + static_cast<double>(iteration) + 1), alpha);
    return end_gain / std::sqrt(all) * size / distance(iteration);
}

Spsa::Trial Spsa::trial(std::int64_t iteration) const {
    Trial trial;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        const double change = sign(iteration, i) * distance(iteration) * parameter.step;
        trial.plus.push_back(fitted(parameter, point_[i] + change));
        trial.minus.push_back(fitted(parameter, point_[i] - change));
    }
    return trial;
}

void Spsa::learn(double difference) {
    const double size = gain(learnt_) * difference;
    const bool is_last_fifth = 5 * (learnt_ + 1) > 4 * iterations_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const SpsaParameter& parameter = parameters_[i];
        point_[i] = std::clamp(
            point_[i] + sign(learnt_, i) * size * parameter.step, parameter.min, parameter.max);
        if (is_last_fifth) {
            sum_[i] += point_[i];
            squares_[i] += point_[i] * point_[i];
        }
    }
    summed_ += is_last_fifth ? 1 : 0;
    ++learnt_;
}

std::vector<double> Spsa::result() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        result.push_back(fitted(
            parameters_[i], summed_ > 0 ? sum_[i] / static_cast<double>(summed_) : point_[i]));
    }
    return result;
}

std::vector<double> Spsa::scatter() const {
    std::vector<double> scatter(parameters_.size());
    for (std::size_t i = 0; i < parameters_.size() && summed_ > 1; ++i) {
        const auto count = static_cast<double>(summed_);
        const double mean = sum_[i] / count;
        scatter[i] = std::sqrt(std::max(0.0, squares_[i] / count - mean * mean));
    }
    return scatter;
}

} // namespace referee
