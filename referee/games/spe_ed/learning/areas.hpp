#pragma once

/// How much space players have: cells they can reach, cells they reach first, cells they can use
/// up.

#include "games/spe_ed/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace referee::spe_ed {

// Sets of a board's cells as bits, for learners and AIs that measure areas. A whole board
// spreads by a step in about 60 instructions for each 128 cells.

/// Where a board's cells lie in a set: row after row, with a bit between two rows that is never
/// free, so that nothing spreads around the edge.
class CellLayout {
  public:
    explicit CellLayout(const Board& board)
        : stride_(board.width() + 1 + (board.width() % 64 == 63 ? 1 : 0)),
          words_((board.height() * stride_ + 63) / 64) {}

    int bit(int x, int y) const { return y * stride_ + x; }
    int stride() const { return stride_; }
    int words() const { return words_; } ///< in use

  private:
    int stride_; ///< never a multiple of 64, by which a word can't be shifted
    int words_;
};

/// Two words at once; every processor that this is built for has such registers.
using TwoWords = std::uint64_t __attribute__((vector_size(16)));

class Cells;
inline TwoWords two_words(const Cells& cells, int word);

/// A set of cells. Only what the layout uses is ever read or written.
class Cells {
  public:
    /// Words that are always 0 before and after the set, so neighbours need no test.
    static constexpr int margin = 6;
    static constexpr int max_words = ((max_size + 2) * max_size + 63) / 64;

    // NOLINTNEXTLINE: the words are set by clear(), as many as are needed
    explicit Cells(const CellLayout& layout) { clear(layout); }

    void clear(const CellLayout& layout) {
        std::fill_n(words_.begin(), layout.words() + 2 * margin, std::uint64_t{0});
    }
    /// Copies another set, at a lower cost than assignment.
    void copy(const CellLayout& layout, const Cells& other) {
        std::copy_n(other.words_.begin(), layout.words() + 2 * margin, words_.begin());
    }
    std::uint64_t& operator[](int word) { return words_[index(word)]; }
    std::uint64_t operator[](int word) const { return words_[index(word)]; }
    std::uint64_t* from(int word) { return &words_[index(word)]; }
    const std::uint64_t* from(int word) const { return &words_[index(word)]; }
    void add(int bit) { (*this)[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void remove(int bit) { (*this)[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
    bool contains(int bit) const { return ((*this)[bit / 64] >> (bit % 64) & 1) != 0; }
    int count(const CellLayout& layout) const {
        // Sums of 2, 4 and 8 bits, two words at once: the oldest processors that this is built for
        // can't count bits.
        constexpr auto every_second = 0x5555555555555555U;
        constexpr auto pairs = 0x3333333333333333U;
        constexpr auto fours = 0x0f0f0f0f0f0f0f0fU;
        constexpr int max_added = 31; ///< bytes of up to 8 that fit into a byte
        int sum = 0;
        for (int begin = 0; begin < layout.words(); begin += 2 * max_added) {
            TwoWords bytes{};
            for (int word = begin; word < std::min(begin + 2 * max_added, layout.words());
                 word += 2) {
                TwoWords both = two_words(*this, word);
                both -= (both >> 1) & every_second;
                both = (both & pairs) + ((both >> 2) & pairs);
                bytes += (both + (both >> 4)) & fours;
            }
            for (const std::uint64_t eight : {bytes[0], bytes[1]}) {
                constexpr auto odd_bytes = 0x00ff00ff00ff00ffU;
                const std::uint64_t wide = (eight & odd_bytes) + ((eight >> 8) & odd_bytes);
                sum += static_cast<int>(wide * 0x0001000100010001U >> 48);
            }
        }
        return sum;
    }

  private:
    /// Words before the first lie in the margin.
    static std::size_t index(int word) {
        return static_cast<std::size_t>(std::ptrdiff_t{margin} + word);
    }

    std::array<std::uint64_t, max_words + 2 * margin> words_;
};

/// The free cells of a board.
inline Cells free_cells(const CellLayout& layout, const Board& board) {
    Cells free(layout);
    for (int y = 0; y < board.height(); ++y) {
        for (int x = 0; x < board.width(); ++x) {
            if (board.at(x, y) == 0) {
                free.add(layout.bit(x, y));
            }
        }
    }
    return free;
}

inline TwoWords two_words(const Cells& cells, int word) {
    TwoWords both;
    std::memcpy(&both, cells.from(word), sizeof both);
    return both;
}

inline void put_two_words(Cells& cells, int word, TwoWords both) {
    std::memcpy(cells.from(word), &both, sizeof both);
}

/// The neighbours of the cells in a word and the one after it.
inline TwoWords neighbours(const CellLayout& layout, const Cells& cells, int word) {
    const int rows = layout.stride() / 64;
    const int shift = layout.stride() % 64;
    const TwoWords here = two_words(cells, word);
    return (here << 1) | (two_words(cells, word - 1) >> 63) | (here >> 1) |
           (two_words(cells, word + 1) << 63) | (two_words(cells, word - rows) << shift) |
           (two_words(cells, word - rows - 1) >> (64 - shift)) |
           (two_words(cells, word + rows) >> shift) |
           (two_words(cells, word + rows + 1) << (64 - shift));
}

/// Words from `begin` to before `end`.
struct WordRange {
    int begin = 0;
    int end = 0;
    bool is_empty() const { return begin >= end; }
    /// The range including the words to which its cells spread in a step.
    WordRange grown(const CellLayout& layout) const {
        const int more = layout.stride() / 64 + 1;
        return {std::max(begin - more, 0), std::min(end + more, layout.words())};
    }
};

/// Writes to `next` the free neighbours of cells that lie in a range, and returns the range in
/// which these lie. `next` must be empty outside this range. `any` tells whether there are any.
inline WordRange spread(
    const CellLayout& layout, const Cells& cells, WordRange range, const Cells& free, Cells& next,
    bool& any) {
    const WordRange to = range.grown(layout);
    TwoWords all{};
    for (int word = to.begin; word < to.end; word += 2) {
        const TwoWords found = neighbours(layout, cells, word) & two_words(free, word);
        put_two_words(next, word, found);
        all |= found;
    }
    any = (all[0] | all[1]) != 0;
    return to;
}

/// A player that spreads from a cell.
struct Runner {
    int bit = 0;                 ///< its head in the layout
    int pace = 1;                ///< cells per round, 1 or 2
    bool is_ahead = false;       ///< spreads one round before the others
    const Cells* more = nullptr; ///< further cells from which it spreads
};

/// By runner, the cells that it reaches before all others. Cells reached in the same round belong
/// to nobody.
struct Shares {
    std::array<int, max_players> cells{};
    std::array<int, max_players> pairs{}; ///< neighbouring pairs among its cells
    /// Whether its cells touch another one's, so that both fight for the same space.
    std::array<bool, max_players> is_contested{};
};

/// Spreads all runners until nothing is left.
Shares divide(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count);

/// The free cells within each number of steps of a cell, itself not counted; steps in rising order.
template <std::size_t size>
std::array<int, size> counts_within(
    const CellLayout& layout, const Cells& free, int bit, const std::array<int, size>& steps) {
    std::array<int, size> counts{};
    std::array<Cells, 2> reached{Cells(layout), Cells(layout)};
    std::size_t last = 0;
    reached[0].add(bit);
    WordRange range{bit / 64, bit / 64 + 1};
    int done = 0;
    for (std::size_t i = 0; i < size; ++i) {
        for (; done < steps[i]; ++done, last = 1 - last) {
            bool any = false;
            range = spread(layout, reached[last], range, free, reached[1 - last], any);
            for (int word = range.begin; word < range.end; ++word) {
                reached[1 - last][word] |= reached[last][word];
            }
        }
        counts[i] = reached[last].count(layout) - 1;
    }
    return counts;
}

/// Computes only `Shares::cells`, which is faster; searches need nothing else.
std::array<int, max_players> divide_cells(
    const CellLayout& layout, const Cells& free, const std::array<Runner, max_players>& runners,
    int count);

/// Adds to a set all free cells that can be reached from it, step by step.
void fill(const CellLayout& layout, const Cells& free, Cells& found);

/// All free cells that can be reached from a cell, step by step; itself only if it is free.
Cells reachable(const CellLayout& layout, const Cells& free, int bit);

/// An estimate of the number of cells that a player alone can use up from a cell: those that it can
/// reach, but of the parts behind a single cell, from which it can't come back, only the best. The
/// cell itself isn't counted. At most `max_usable` cells of `free` may be reachable.
inline constexpr int max_usable = 6400;
int usable(const CellLayout& layout, const Cells& free, int bit);

} // namespace referee::spe_ed
