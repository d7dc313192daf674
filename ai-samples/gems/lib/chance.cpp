#include "gems/lib/chance.hpp"

#include <cmath>

namespace referee::gems::sample {

float log_odds(
    const State& state, const Parameters& values, const ChanceWeights& weights, int player) {
    float sum = 0;
    auto add = [&](std::size_t feature, float amount) { sum += weights[feature] * amount; };
    const Player& own = state.players[static_cast<std::size_t>(player)];
    const Player& other = state.players[static_cast<std::size_t>(1 - player)];
    add_player(own, other, values, 1, add);
    add_player(other, own, values, -1, add);
    return sum;
}

double chance_of(double log_odds) {
    return 1 / (1 + std::exp(-log_odds));
}

} // namespace referee::gems::sample
