#pragma once

/// Random numbers for `create`: the same seed gives the same bytes with every compiler and library,
/// so the standard library's distributions are not used. referee/field/README.md, "Making fields".

#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <utility>

namespace referee {

class Rng {
  public:
    explicit Rng(std::uint64_t seed) : generator_(seed) {}

    /// Uniform in 0..n−1, n from 1 to 2^63: the top k bits of the next number, k being the bit
    /// length of n, until they are less than n.
    std::uint64_t below(std::uint64_t n) {
        const int shift = 64 - std::bit_width(n);
        while (true) {
            const std::uint64_t drawn = generator_() >> shift;
            if (drawn < n) {
                return drawn;
            }
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
    std::mt19937_64 generator_;
};

} // namespace referee
