#pragma once

/// Fitting the net: cross-entropy of the chances that should be under the softmax over the seats,
/// by Adam.

#include "dicewars/training/selfplay.hpp"

#include <string>

namespace referee::dicewars::training {

struct Fit {
    double loss = 0;    ///< mean of −log of the winner's chance
    double correct = 0; ///< share of positions in which the greatest chance won
};

/// Small random weights.
sample::ValueNet random_net(std::uint64_t seed);

Fit measure(const sample::ValueNet& net, const Positions& positions);

/// Passes over the positions with a rate that falls to a hundredth; prints a line after each.
void fit(
    sample::ValueNet& net, const Positions& positions, const Positions& held_out, int passes,
    double rate, std::uint64_t seed);

void write_net(const sample::ValueNet& net, const std::string& path);
/// Throws std::runtime_error for a file that doesn't hold them.
sample::ValueNet read_net(const std::string& path);

/// The source of ai-samples/dicewars/lib/value_weights.cpp on standard output.
void print_weights(const sample::ValueNet& net);

} // namespace referee::dicewars::training
