#pragma once

/// The value of a position: each seat's chance of winning, as a small network has learnt it from
/// games. ai-samples/dicewars/README.md, "foresight". Play and training share these functions.

#include "games/dicewars/rules.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace referee::dicewars::sample {

/// The network's inputs for a seat; features.cpp lists them. Besides the numbers, each own
/// area and each enemy area next to one has a kind, and each kind has a row of weights.
inline constexpr int feature_count = 36;
inline constexpr int kind_count = 272;
struct Features {
    std::array<float, feature_count> numbers;
    std::array<std::uint16_t, 2 * max_areas> kinds;
    int kinds_used = 0;

    void add_kind(int kind) { kinds[kinds_used++] = static_cast<std::uint16_t>(kind); }
    std::span<const std::uint16_t> used() const {
        return {kinds.data(), static_cast<std::size_t>(kinds_used)};
    }
};

/// When in a turn a position is evaluated.
enum class Moment {
    begin,    ///< the mover has done nothing yet
    during,   ///< the mover continues
    deployed, ///< the mover has given all its commands; its new dice aren't on the board yet
};

/// Fills in the features of all seats that are still in the game; leaves those of the others as
/// they are.
void fill_features(
    const Board& board, const State& state, const Parameters& parameters, Moment moment,
    std::array<Features, max_players>& features);

/// Two hidden layers with rectifiers and one output, the score of a seat. The inputs of the second
/// layer are the first layer's units of the seat itself and their sum over all seats still in the
/// game. The chance of winning is the softmax over the seats.
struct ValueNet {
    static constexpr int first = 32;
    static constexpr int second = 16;
    std::array<std::array<float, first>, feature_count> input_weights{};
    std::array<std::array<float, first>, kind_count> kind_weights{};
    std::array<float, first> input_bias{};
    std::array<std::array<float, second>, first> own_weights{};
    std::array<std::array<float, second>, first> sum_weights{};
    std::array<float, second> hidden_bias{};
    std::array<float, second> output_weights{};
};

/// What the network has computed for the seats still in the game, after the rectifiers.
struct Pass {
    std::array<std::array<float, ValueNet::first>, max_players> hidden;
    std::array<float, ValueNet::first> sum; ///< of `hidden`
    std::array<std::array<float, ValueNet::second>, max_players> upper;
    std::array<float, max_players> standing;

    /// Computes the first layer of the i-th seat in the game. To be called once for each seat in
    /// order, then finish().
    void
    add(const ValueNet& net, int i, std::span<const float, feature_count> numbers,
        std::span<const std::uint16_t> kinds);
    void finish(const ValueNet& net, int seats);
};

/// The trained network: weights.cpp.
const ValueNet& learnt_net();

/// The chance of winning of each seat, from 0 to 1; with that of "nobody" they sum up to 1.
using Chances = std::array<double, max_players>;
Chances chances_to_win(
    const ValueNet& net, const Board& board, const State& state, const Parameters& parameters,
    Moment moment);

} // namespace referee::dicewars::sample
