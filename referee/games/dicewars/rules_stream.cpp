#include "games/dicewars/rules_stream.hpp"

#include <algorithm>
#include <array>
#include <random>

namespace referee::dicewars {
namespace {

constexpr std::size_t drawn_in_advance = 8192; // more than most games need

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

std::mt19937 twister_of(std::uint32_t seed, std::uint64_t skip) {
    OneKeySeeding seeding(seed);
    std::mt19937 engine(seeding);
    engine.discard(skip);
    return engine;
}

} // namespace

/// The numbers after those drawn in advance, drawn as far as they were needed.
struct NumberStream::Twister {
    std::mt19937 engine;
    std::vector<std::uint32_t> later;
};

NumberStream::NumberStream(std::vector<std::uint32_t> words)
    : words_(std::make_shared<const std::vector<std::uint32_t>>(std::move(words))),
      first_(words_->data()), count_(words_->size()) {}

NumberStream::NumberStream(std::uint32_t seed, std::uint64_t skip)
    : twister_(std::make_shared<Twister>()) {
    twister_->engine = twister_of(seed, skip);
    std::vector<std::uint32_t> words(drawn_in_advance);
    std::generate(words.begin(), words.end(), std::ref(twister_->engine));
    words_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(words));
    first_ = words_->data();
    count_ = words_->size();
}

std::uint32_t NumberStream::later(std::uint64_t index) const {
    if (twister_ == nullptr) {
        return first_[index % count_];
    }
    const std::uint64_t place = index - count_;
    while (twister_->later.size() <= place) {
        twister_->later.push_back(static_cast<std::uint32_t>(twister_->engine()));
    }
    return twister_->later[place];
}

} // namespace referee::dicewars
