#include "dicewars/lib/value.hpp"

#include <algorithm>
#include <cmath>

namespace referee::dicewars::sample {

float ValueNet::standing(const Features& features) const {
    std::array<float, first> hidden = input_bias;
    for (int i = 0; i < feature_count; ++i) {
        for (int j = 0; j < first; ++j) {
            hidden[j] += features[i] * input_weights[i][j];
        }
    }
    std::array<float, second> upper = hidden_bias;
    for (int i = 0; i < first; ++i) {
        if (hidden[i] > 0) {
            for (int j = 0; j < second; ++j) {
                upper[j] += hidden[i] * hidden_weights[i][j];
            }
        }
    }
    float sum = 0;
    for (int j = 0; j < second; ++j) {
        sum += std::max(upper[j], 0.0F) * output_weights[j];
    }
    return sum;
}

Chances chances_to_win(
    const ValueNet& net, const Board& board, const State& state, const Parameters& parameters,
    Moment moment) {
    Chances chances{};
    if (state.end == End::conquest) {
        chances[state.winner] = 1;
        return chances;
    }
    std::array<Features, max_players> features;
    fill_features(board, state, parameters, moment, features);
    double sum = 1; // nobody's weight
    for (int seat = 0; seat < state.players; ++seat) {
        if (state.owned[seat] != 0) {
            chances[seat] = std::exp(static_cast<double>(net.standing(features[seat])));
            sum += chances[seat];
        }
    }
    for (double& chance : chances) {
        chance /= sum;
    }
    return chances;
}

} // namespace referee::dicewars::sample
