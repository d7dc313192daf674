#include "spe_ed/learned/network.hpp"

#include "spe_ed/learned/weights.hpp"

#include <algorithm>

namespace referee::spe_ed::learned {
namespace {

/// A layer; a row of weights for each output.
template <std::size_t inputs, std::size_t outputs>
std::array<float, outputs> sums(
    const std::array<float, inputs>& values, const std::array<float, inputs * outputs>& weights,
    const std::array<float, outputs>& biases) {
    std::array<float, outputs> result = biases;
    for (std::size_t output = 0; output < outputs; ++output) {
        for (std::size_t input = 0; input < inputs; ++input) {
            result[output] += weights[output * inputs + input] * values[input];
        }
    }
    return result;
}

template <std::size_t size>
std::array<float, size> rectified(std::array<float, size> values) {
    for (float& value : values) {
        value = std::max(value, 0.0F);
    }
    return values;
}

} // namespace

std::array<float, action_count> worths(const std::array<Features, action_count>& features) {
    std::array<float, action_count> values{};
    for (std::size_t action = 0; action < values.size(); ++action) {
        const auto first = rectified(sums(features[action], weights_0, biases_0));
        const auto second = rectified(sums(first, weights_1, biases_1));
        values[action] = sums(second, weights_2, biases_2)[0];
    }
    return values;
}

Action choose(const State& state, int player) {
    const auto features = features_of(state, player);
    const auto values = worths(features);
    int best = -1;
    for (int action = 0; action < action_count; ++action) {
        const auto i = static_cast<std::size_t>(action);
        const bool is_possible = features[i].front() > 0;
        if (is_possible && (best < 0 || values[i] > values[static_cast<std::size_t>(best)])) {
            best = action;
        }
    }
    return best < 0 ? Action::change_nothing : static_cast<Action>(best);
}

} // namespace referee::spe_ed::learned
