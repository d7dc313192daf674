#pragma once

/// Random numbers: those of `create`, which can be repeated, and those of the system, which nobody
/// may guess.

#include "base/mersenne_twister.hpp"

#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace referee {

// Random numbers for `create`: the same seed gives the same bytes with every compiler and library,
// so the standard library's distributions are not used. referee/game/README.md, "Making fields".

class Rng {
  public:
    explicit Rng(std::uint64_t seed) : generator_(seed) {}

    /// Uniform in 0..n−1, n from 1 to 2^63: the top k bits of the next number, k being the bit
    /// length of n, until they are less than n.
    /// Throws std::logic_error for 0: there is nothing to draw from.
    std::uint64_t below(std::uint64_t n) {
        if (n == 0) {
            throw std::logic_error("a random number below 0 was asked for");
        }
        const int shift = 64 - std::bit_width(n);
        while (true) {
            const std::uint64_t drawn = generator_() >> shift;
            if (drawn < n) {
                return drawn;
            }
        }
    }

    /// Fills the bytes as below(n) would one after the other, but faster. n from 1 to 256.
    void fill_below(unsigned n, std::span<std::uint8_t> bytes) {
        const int shift = 64 - std::bit_width(n);
        for (std::size_t made = 0; made < bytes.size();) {
            const std::span<const std::uint64_t> numbers = generator_.next_numbers();
            std::size_t used = 0;
            for (; used < numbers.size() && made < bytes.size(); ++used) {
                const std::uint64_t drawn = numbers[used] >> shift;
                bytes[made] = static_cast<std::uint8_t>(drawn); // overwritten if it is too large
                made += static_cast<std::size_t>(drawn < n);
            }
            generator_.skip(used);
        }
    }

    /// Fisher–Yates from the end.
    template <typename T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[below(i)]);
        }
    }

  private:
    MersenneTwister generator_;
};

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every
/// bit of the value, so close values give unrelated results.
constexpr std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

/// 64 random bits of the system. Throws std::system_error.
std::uint64_t random_bits();

/// A secret of 128 random bits, in hexadecimal. Throws std::system_error.
std::string random_key();

} // namespace referee
