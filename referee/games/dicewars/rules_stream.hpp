#pragma once

/// The streams of numbers that decide dice and deployment.
/// referee/games/dicewars/README.md, "Fields".

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace referee::dicewars {

/// An endless, fixed sequence of 32-bit numbers: words that repeat when they are used up, or the
/// outputs of MT19937. Copies share their data, and a generator's later numbers are drawn on
/// demand: not for several threads at once.
class NumberStream {
  public:
    /// The words, over and over. There must be at least one.
    explicit NumberStream(std::vector<std::uint32_t> words);
    /// MT19937 seeded by init_by_array([seed]), without its first `skip` outputs.
    NumberStream(std::uint32_t seed, std::uint64_t skip);

    /// The number at a place, from 0.
    std::uint32_t operator[](std::uint64_t index) const {
        return index < count_ ? first_[index] : later(index);
    }
    bool is_twister() const { return twister_ != nullptr; }
    /// The number of words; of a generator, those drawn in advance.
    std::uint64_t count() const { return count_; }

  private:
    struct Twister;
    std::uint32_t later(std::uint64_t index) const;

    std::shared_ptr<const std::vector<std::uint32_t>> words_;
    const std::uint32_t* first_ = nullptr;
    std::uint64_t count_ = 0;
    std::shared_ptr<Twister> twister_;
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
