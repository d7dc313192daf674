#pragma once

/// Sets of cells as bits, so that a flood takes one step for the whole board at once. Bit y * width
/// + x is the cell (x, y).

#include <array>
#include <bit>
#include <cstdint>

namespace referee::battlesnake::sample {

/// A set of up to 64 * words bits.
template <int words>
class Bits {
  public:
    void add(int bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void remove(int bit) { words_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
    bool has(int bit) const { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words_) {
            all |= word;
        }
        return all != 0;
    }
    int count() const {
        int sum = 0;
        for (const std::uint64_t word : words_) {
            sum += std::popcount(word);
        }
        return sum;
    }

    bool operator==(const Bits& other) const = default;

    Bits operator&(const Bits& other) const {
        return each(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }
    Bits operator|(const Bits& other) const {
        return each(other, [](std::uint64_t a, std::uint64_t b) { return a | b; });
    }
    /// The bits that are set here and not there.
    Bits operator-(const Bits& other) const {
        return each(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
    }

    /// All bits moved to numbers greater by 1..63.
    Bits up(int by) const {
        Bits moved;
        moved.words_[0] = words_[0] << by;
        for (int i = 1; i < words; ++i) {
            moved.words_[i] = words_[i] << by | words_[i - 1] >> (64 - by);
        }
        return moved;
    }
    /// All bits moved to numbers smaller by 1..63.
    Bits down(int by) const {
        Bits moved;
        for (int i = 0; i + 1 < words; ++i) {
            moved.words_[i] = words_[i] >> by | words_[i + 1] << (64 - by);
        }
        moved.words_[words - 1] = words_[words - 1] >> by;
        return moved;
    }

    /// `count` bits from number `first` on, at most 32.
    std::uint64_t piece(int first, int count) const {
        std::uint64_t bits = words_[first / 64] >> (first % 64);
        if (first % 64 + count > 64) {
            bits |= words_[first / 64 + 1] << (64 - first % 64);
        }
        return bits & ((std::uint64_t{1} << count) - 1);
    }
    /// Adds such a piece.
    void add_piece(int first, int count, std::uint64_t bits) {
        words_[first / 64] |= bits << (first % 64);
        if (first % 64 + count > 64) {
            words_[first / 64 + 1] |= bits >> (64 - first % 64);
        }
    }

  private:
    template <typename Operation>
    Bits each(const Bits& other, Operation operation) const {
        Bits result;
        for (int i = 0; i < words; ++i) {
            result.words_[i] = operation(words_[i], other.words_[i]);
        }
        return result;
    }

    std::array<std::uint64_t, words> words_{};
};

/// Adds to `spread` the cells that are beside those of `set` over the border of a wrapped board.
template <int words>
void spread_over_border(
    const Bits<words>& set, const Bits<words>& first_column, const Bits<words>& last_column,
    int width, int height, Bits<words>& spread) {
    spread = spread | (set & last_column).down(width - 1) | (set & first_column).up(width - 1);
    const int last_row = (height - 1) * width;
    spread.add_piece(last_row, width, set.piece(0, width));
    spread.add_piece(0, width, set.piece(last_row, width));
}

} // namespace referee::battlesnake::sample
