#include "games/dicewars/rules_stream.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace referee::dicewars {
namespace {

/// The state that init_by_array([key]) of Matsumoto and Nishimura's reference program gives, in the
/// form in which the standard library's engine takes it. Its own seeding differs.
class OneKeySeeding {
  public:
    using result_type = std::uint32_t;
    explicit OneKeySeeding(std::uint32_t key) {
        state_[0] = 19650218U;
        for (std::uint32_t i = 1; i < size; ++i) {
            state_[i] = 1812433253U * (state_[i - 1] ^ (state_[i - 1] >> 30U)) + i;
        }
        std::uint32_t i = 1;
        const auto step = [this, &i] {
            if (++i == size) {
                state_[0] = state_[size - 1];
                i = 1;
            }
        };
        for (std::uint32_t k = 0; k < size; ++k) {
            state_[i] = (state_[i] ^ (mixed(state_[i - 1]) * 1664525U)) + key;
            step();
        }
        for (std::uint32_t k = 0; k + 1 < size; ++k) {
            state_[i] = (state_[i] ^ (mixed(state_[i - 1]) * 1566083941U)) - i;
            step();
        }
        state_[0] = 0x80000000U;
    }
    template <typename Iterator>
    void generate(Iterator begin, Iterator end) const {
        std::copy(state_.begin(), state_.begin() + (end - begin), begin);
    }

  private:
    static constexpr std::uint32_t size = std::mt19937::state_size;
    static std::uint32_t mixed(std::uint32_t value) { return value ^ (value >> 30U); }
    std::array<std::uint32_t, size> state_{};
};

class Twister final : public NumberStream::Source {
  public:
    Twister(std::uint32_t seed, std::uint64_t skip) {
        OneKeySeeding seeding(seed);
        engine_.seed(seeding);
        engine_.discard(skip);
    }
    std::uint32_t next() override { return static_cast<std::uint32_t>(engine_()); }

  private:
    std::mt19937 engine_;
};

} // namespace

struct NumberStream::Shared {
    std::vector<std::uint32_t> near; ///< has its capacity from the beginning, and so never moves
    std::vector<std::uint32_t> far;  ///< of a source without end, those that don't fit there
    std::unique_ptr<Source> source{};
};

NumberStream::NumberStream(std::vector<std::uint32_t> words)
    : shared_(std::make_shared<Shared>(std::move(words))), first_(shared_->near.data()),
      known_(shared_->near.size()), count_(known_) {}

NumberStream::NumberStream(std::unique_ptr<Source> source, std::uint64_t count)
    : shared_(std::make_shared<Shared>()), count_(count) {
    constexpr std::uint64_t usual = 8192; // more than most games need
    shared_->source = std::move(source);
    shared_->near.reserve(count > 0 ? count : usual);
    first_ = shared_->near.data();
}

NumberStream::NumberStream(std::uint32_t seed, std::uint64_t skip)
    : NumberStream(twister(seed, skip), 0) {
    later(shared_->near.capacity() - 1);
}

std::unique_ptr<NumberStream::Source>
NumberStream::twister(std::uint32_t seed, std::uint64_t skip) {
    return std::make_unique<Twister>(seed, skip);
}

std::uint32_t NumberStream::later(std::uint64_t index) const {
    constexpr std::uint64_t portion = 64;
    std::vector<std::uint32_t>& near = shared_->near;
    if (count_ > 0) {
        index %= count_;
    }
    if (index < near.size()) {
        return near[index];
    }
    const std::uint64_t room = count_ > 0 ? count_ : near.capacity();
    if (index < room) {
        const std::uint64_t end = std::min(room, index + portion);
        while (near.size() < end) {
            near.push_back(shared_->source->next());
        }
        known_ = near.size();
        return near[index];
    }
    const std::uint64_t place = index - room;
    later(room - 1);
    while (shared_->far.size() <= place) {
        shared_->far.push_back(shared_->source->next());
    }
    return shared_->far[place];
}

} // namespace referee::dicewars
