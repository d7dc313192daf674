// Plays a random legal swap. The seed is the referee's, so that a game can be repeated.

#include "gems/lib/sample.hpp"

#include <random>

using namespace referee::gems;

/// Uniform in 0..n−1: numbers in the incomplete last block of n are drawn again. The standard
/// library's distributions differ between compilers.
static std::uint64_t below(std::uint64_t n, std::mt19937_64& generator) {
    const std::uint64_t end = generator.max() - generator.max() % n;
    std::uint64_t drawn = generator();
    while (drawn >= end) {
        drawn = generator();
    }
    return drawn % n;
}

static sample::Choice choose(const sample::Situation& situation) {
    std::mt19937_64 generator(situation.seed);
    const SwapList swaps = legal_swaps(situation.state.board);
    return {swaps.swaps[below(swaps.count, generator)]};
}

int main() {
    return sample::run(choose);
}
