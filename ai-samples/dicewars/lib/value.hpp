#pragma once

/// The value of a position: each seat's chance to win, as a small net has learnt it from games.
/// ai-samples/dicewars/README.md, "foresight". Play and training share these functions.

#include "games/dicewars/rules.hpp"

#include <array>
#include <iosfwd>

namespace referee::dicewars::sample {

/// What the net is told about a seat; value_features.cpp lists it.
inline constexpr int feature_count = 34;
using Features = std::array<float, feature_count>;

/// Where in a turn a position is looked at.
enum class Moment {
    begin,    ///< the mover has done nothing yet
    during,   ///< the mover goes on
    deployed, ///< the mover has given all its commands; its new dice aren't on the board yet
};

/// The features of all seats that are still in; those of the others are left as they are.
void fill_features(
    const Board& board, const State& state, const Parameters& parameters, Moment moment,
    std::array<Features, max_players>& features);

/// Two hidden layers with rectifiers and one output: how a seat stands. The chance to win is the
/// softmax over the seats.
struct ValueNet {
    static constexpr int first = 32;
    static constexpr int second = 16;
    std::array<std::array<float, first>, feature_count> input_weights{};
    std::array<float, first> input_bias{};
    std::array<std::array<float, second>, first> hidden_weights{};
    std::array<float, second> hidden_bias{};
    std::array<float, second> output_weights{};

    float standing(const Features& features) const;
};

/// The net that was learnt: value_weights.cpp.
const ValueNet& learnt_net();

/// A chance to win for each seat, from 0 to 1; their sum is 1.
using Chances = std::array<double, max_players>;
Chances chances_to_win(
    const ValueNet& net, const Board& board, const State& state, const Parameters& parameters,
    Moment moment);

} // namespace referee::dicewars::sample
