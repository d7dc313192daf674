#pragma once

/// Fitting the net: cross-entropy of the chances that should be under the softmax over the seats,
/// by Adam.

#include "dicewars/training/selfplay.hpp"

#include <functional>
#include <string>

namespace referee::dicewars::training {

struct Fit {
    double loss = 0;    ///< mean of −log of the winner's chance
    double correct = 0; ///< share of positions in which the greatest chance won
};

/// Small random weights.
sample::ValueNet random_net(std::uint64_t seed);

Fit measure(const sample::ValueNet& net, const Positions& positions);

struct FitConfig {
    int passes = 1;     ///< over all positions
    double rate = 2e-3; ///< of Adam; falls to a hundredth
    std::uint64_t seed = 1;
};

/// Calls `after_pass` with the number of each pass, from 0, when it has ended.
void fit(
    sample::ValueNet& net, const Positions& positions, const FitConfig& config,
    const std::function<void(int pass)>& after_pass = [](int) {});

void write_net(const sample::ValueNet& net, const std::string& path);
/// Throws std::runtime_error for a file that doesn't hold them.
sample::ValueNet read_net(const std::string& path);

/// The source of ai-samples/dicewars/lib/value_weights.cpp on standard output.
void print_weights(const sample::ValueNet& net);

} // namespace referee::dicewars::training
