// Looks three moves ahead and compares chances to win. The value of a position, and how much of a
// future move survives the stones that fall in, are learned from self-play. The parameters of
// ai.ini scale the learned weights, so that `referee tune` can improve them.

#include "gems/lib/outlook.hpp"
#include "gems/lib/search.hpp"
#include "lib/work_folder.hpp"

#include <chrono>

using namespace referee;
using namespace referee::gems;
using sample::Features;

namespace {

/// Scales weights by a parameter in percent.
void scale(
    const work_folder::Keys& parameters, const char* name, std::size_t first, std::size_t count,
    sample::ChanceWeights& weights) {
    int percent = 100;
    parameters.read(name, percent);
    for (std::size_t i = first; i < first + count; ++i) {
        weights[i] *= static_cast<float>(percent) / 100;
    }
}

sample::ChanceWeights scaled_weights(const work_folder::Keys& parameters) {
    sample::ChanceWeights weights = sample::chance_weights;
    const auto by = [&](const char* name, std::size_t first, std::size_t count) {
        scale(parameters, name, first, count, weights);
    };
    by("life", Features::life, sample::life_knots.size());
    by("shield", Features::shield, sample::shield_knots.size());
    by("red", Features::red, sample::account_knots.size());
    by("yellow", Features::yellow, sample::account_knots.size());
    by("green", Features::green, sample::account_knots.size());
    by("purple", Features::purple, sample::account_knots.size());
    by("falling", Features::falling, 1);
    by("gain", Features::gain, sample::gain_knots.size());
    by("later", Features::next_gain, 1);
    return weights;
}

} // namespace

int main() {
    return sample::run([](const sample::Situation& situation) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point end =
            Clock::now() + sample::time_to_search(situation.time_limit_ms);
        const work_folder::Keys parameters("parameters.dat");
        int depth = 3;
        parameters.read("depth", depth);
        return sample::best_by_chance(
            situation, scaled_weights(parameters), depth, [end] { return Clock::now() >= end; });
    });
}
