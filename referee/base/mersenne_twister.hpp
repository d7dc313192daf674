#pragma once

/// The generator of fields: the numbers of std::mt19937_64, faster.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace referee {

/// Gives the same numbers as std::mt19937_64 (Matsumoto, Nishimura 1998; Nishimura 2000) with the
/// same seed. It calculates only as much as is needed: short games take few numbers of a generator
/// of their own, whose start alone costs as much as some of their turns.
class MersenneTwister {
  public:
    explicit MersenneTwister(std::uint64_t seed) { words_[0] = seed; }
    // NOLINTNEXTLINE: words that aren't known yet are left alone on purpose
    MersenneTwister(const MersenneTwister& other) { *this = other; }
    MersenneTwister& operator=(const MersenneTwister& other) {
        if (this != &other) {
            known_ = other.known_;
            block_ = other.block_;
            taken_ = other.taken_;
            std::copy_n(other.words_.begin(), known_, words_.begin());
            if (taken_ < block_size) {
                numbers_ = other.numbers_;
            }
        }
        return *this;
    }

    /// The next number, uniform in 64 bits.
    std::uint64_t operator()() {
        if (taken_ == block_size) {
            make_block();
        }
        return numbers_[taken_++];
    }

    /// The next numbers, at least one, of which skip() takes the first `count`.
    std::span<const std::uint64_t> next_numbers() {
        if (taken_ == block_size) {
            make_block();
        }
        return std::span(numbers_).subspan(taken_);
    }
    void skip(std::size_t count) { taken_ += count; }

  private:
    static constexpr std::size_t size = 312;      ///< words of the state
    static constexpr std::size_t distance = 156;  ///< of the words that are combined
    static constexpr std::size_t block_size = 12; ///< numbers made at once; divides `distance`

    void make_block();

    std::array<std::uint64_t, size + 1> words_;     ///< the last one is the first of the next round
    std::array<std::uint64_t, block_size> numbers_; ///< valid from `taken_` on
    std::size_t known_ = 1; ///< words that have been calculated of the start
    std::size_t block_ = 0; ///< the first word of the next block
    std::size_t taken_ = block_size;
};

} // namespace referee
