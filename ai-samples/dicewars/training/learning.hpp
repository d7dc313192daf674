#pragma once

/// Fitting the network by Adam: cross-entropy between the target chances and the softmax over the
/// seats.

#include "dicewars/training/selfplay.hpp"

#include <functional>
#include <string>

namespace referee::dicewars::training {

struct Fit {
    double loss = 0;    ///< mean of −log of the winner's chance
    double correct = 0; ///< fraction of positions in which the seat with the highest chance won
};

/// Small random weights.
sample::ValueNet random_net(std::uint64_t seed);

Fit measure(const sample::ValueNet& net, const Positions& positions);

struct FitConfig {
    int passes = 1;     ///< over all positions
    double rate = 2e-3; ///< of Adam; falls to a hundredth of this
    std::uint64_t seed = 1;
};

/// Calls `after_pass` after each pass, with its number, from 0.
void fit(
    sample::ValueNet& net, const Positions& positions, const FitConfig& config,
    const std::function<void(int pass)>& after_pass = [](int) {});

void write_net(const sample::ValueNet& net, const std::string& path);
/// Throws std::runtime_error if the file doesn't contain the weights of this network.
sample::ValueNet read_net(const std::string& path);

/// Prints the source of ai-samples/dicewars/lib/value/weights.cpp to standard output.
void print_weights(const sample::ValueNet& net);

} // namespace referee::dicewars::training
