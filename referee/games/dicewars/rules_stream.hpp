#pragma once

/// The streams of numbers that decide dice and deployment.
/// referee/games/dicewars/README.md, "Fields".

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace referee::dicewars {

/// An endless, fixed sequence of 32-bit numbers: words that repeat when they are used up, or the
/// outputs of MT19937. Copies share their data. Numbers that aren't known from the beginning are
/// drawn on demand: not by several threads at once.
class NumberStream {
  public:
    /// Draws numbers, one after the other.
    class Source {
      public:
        virtual ~Source() = default;
        virtual std::uint32_t next() = 0;
    };

    /// The words, over and over. There must be at least one.
    explicit NumberStream(std::vector<std::uint32_t> words);
    /// The first `count` numbers of a source over and over; 0: all of them, without end.
    NumberStream(std::unique_ptr<Source> source, std::uint64_t count);
    /// MT19937 seeded by init_by_array([seed]), without its first `skip` outputs. Thousands of its
    /// numbers are drawn in advance, because reading those is fastest.
    NumberStream(std::uint32_t seed, std::uint64_t skip);
    /// The outputs of MT19937 as a source.
    static std::unique_ptr<Source> twister(std::uint32_t seed, std::uint64_t skip);

    /// The number at a place, from 0.
    std::uint32_t operator[](std::uint64_t index) const {
        return index < known_ ? first_[index] : later(index);
    }
    /// Its numbers don't repeat.
    bool is_twister() const { return count_ == 0; }
    /// The number of words; 0 for a generator.
    std::uint64_t count() const { return count_; }

  private:
    struct Shared;
    std::uint32_t later(std::uint64_t index) const;

    std::shared_ptr<Shared> shared_;
    const std::uint32_t* first_ = nullptr;
    mutable std::uint64_t known_ = 0; ///< numbers from the first on that have been drawn
    std::uint64_t count_ = 0;
};

/// A game's position in a stream; draws as the specification says.
class StreamReader {
  public:
    StreamReader(const NumberStream& stream, std::uint64_t& taken)
        : stream_(stream), taken_(taken) {}
    /// Uniform in 0..n−1: the top k bits of the next number, k being the bit length of n, until
    /// they are less than n. 0 if no word of the stream is: the draw would never end.
    int below(unsigned n) {
        const int shift = 32 - static_cast<int>(std::bit_width(n));
        for (std::uint64_t refused = 0;;) {
            const std::uint32_t drawn = stream_[taken_++] >> shift;
            if (drawn < n) {
                return static_cast<int>(drawn);
            }
            if (++refused >= stream_.count() && !stream_.is_twister()) {
                return 0;
            }
        }
    }
    int die() { return 1 + below(6); }

  private:
    const NumberStream& stream_;
    std::uint64_t& taken_;
};

} // namespace referee::dicewars
