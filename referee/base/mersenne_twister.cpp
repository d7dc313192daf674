#include "base/mersenne_twister.hpp"

#include <cstring>

namespace referee {

namespace {

constexpr std::uint64_t start_factor = 6364136223846793005U;
constexpr std::uint64_t twist_mask = 0xb5026f5aa96619e9U;
constexpr std::uint64_t low_bits = 0x7fffffffU; ///< those of the next word; the others are its own

/// Two words at once, in one register of every x86-64 and ARM64.
using Pair [[gnu::vector_size(16)]] = std::uint64_t;
constexpr std::size_t lanes = 2;

Pair loaded(const std::uint64_t* words) {
    Pair pair;
    std::memcpy(&pair, words, sizeof pair);
    return pair;
}

void store(std::uint64_t* words, Pair pair) {
    std::memcpy(words, &pair, sizeof pair);
}

Pair twisted(Pair word, Pair next, Pair far) {
    const Pair joined = (word & ~low_bits) | (next & low_bits);
    return far ^ (joined >> 1U) ^ (-(joined & 1U) & twist_mask);
}

Pair tempered(Pair word) {
    word ^= (word >> 29U) & 0x5555555555555555U;
    word ^= (word << 17U) & 0x71d67fffeda60000U;
    word ^= (word << 37U) & 0xfff7eee000000000U;
    return word ^ (word >> 43U);
}

} // namespace

void MersenneTwister::make_block() {
    // The words of the start follow from one another; a block needs them as far as it looks.
    const std::size_t needed = std::min(size, block_ + distance + block_size);
    for (; known_ < needed; ++known_) {
        const std::uint64_t last = words_[known_ - 1];
        words_[known_] = start_factor * (last ^ (last >> 62U)) + known_;
    }
    if (block_ + block_size == size) {
        words_[size] = words_[0];
    }
    std::uint64_t* const words = words_.data() + block_;
    const std::uint64_t* const far = block_ < distance ? words + distance : words - distance;
    static_assert(distance % block_size == 0 && size % block_size == 0 && block_size % lanes == 0);
    for (std::size_t i = 0; i < block_size; i += lanes) {
        const Pair made = twisted(loaded(words + i), loaded(words + i + 1), loaded(far + i));
        store(words + i, made);
        store(numbers_.data() + i, tempered(made));
    }
    block_ = (block_ + block_size) % size;
    taken_ = 0;
}

} // namespace referee
