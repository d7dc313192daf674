#pragma once

/// The weights of the estimate of positions: ai-samples/cops/lib/foresight/plan_game.cpp.

#include <cstdint>

namespace referee::cops::sample {

/// Fits the weights to positions of `games` games on fields from the seed on, and prints them.
/// `level` 0: of games which the lecture's AIs play on from many pairs of plans; otherwise of games
/// of that level of foresight against itself.
void print_fit(int games, std::uint64_t seed, int level);

} // namespace referee::cops::sample
