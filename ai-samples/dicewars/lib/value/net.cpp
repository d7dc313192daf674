#include "dicewars/lib/value/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace referee::dicewars::sample {
namespace {

// Floats in a register: a program for training may be built for the machine at hand.
#if defined(__AVX512F__)
constexpr int lane = 16;
#elif defined(__AVX__)
constexpr int lane = 8;
#else
constexpr int lane = 4;
#endif

/// Sums that stay in registers while rows are added; this takes a third of the time.
template <int count>
class LayerSums {
  public:
    explicit LayerSums(const float* begin) {
        for_each_lane([&](std::size_t i) { sums_[i] = read(begin, i); });
    }
    void add(const float* row) {
        for_each_lane([&](std::size_t i) { sums_[i] += read(row, i); });
    }
    void add(float factor, const float* row) {
        for_each_lane([&](std::size_t i) { sums_[i] += factor * read(row, i); });
    }
    void add(const LayerSums& others) {
        for_each_lane([&](std::size_t i) { sums_[i] += others.sums_[i]; });
    }
    void write(float* to) const { std::memcpy(to, sums_.data(), sizeof sums_); }

  private:
    using Lane = float __attribute__((vector_size(lane * sizeof(float))));
    static constexpr std::size_t lanes = count / lane;

    /// Without a loop, so that the compiler knows the registers.
    template <typename Look>
    static void for_each_lane(Look look) {
        [&look]<std::size_t... i>(std::index_sequence<i...> /*all*/) {
            (look(i), ...);
        }
        (std::make_index_sequence<lanes>());
    }
    static Lane read(const float* from, std::size_t i) {
        Lane values;
        std::memcpy(&values, from + i * lane, sizeof values);
        return values;
    }
    std::array<Lane, lanes> sums_;
};
constexpr int block = 32; // so many sums fit into the registers
static_assert(ValueNet::first % block == 0 && ValueNet::second % 16 == 0);

} // namespace

void Pass::add(
    const ValueNet& net, int i, std::span<const float, feature_count> numbers,
    std::span<const std::uint16_t> kinds) {
    std::array<float, ValueNet::first> units;
    for (int at = 0; at < ValueNet::first; at += block) {
        LayerSums<block> sums(&net.input_bias[at]);
        for (int number = 0; number < feature_count; ++number) {
            sums.add(numbers[number], &net.input_weights[number][at]);
        }
        for (const std::uint16_t kind : kinds) {
            sums.add(&net.kind_weights[kind][at]);
        }
        sums.write(&units[at]);
    }
    for (int j = 0; j < ValueNet::first; ++j) {
        hidden[i][j] = std::max(units[j], 0.0F);
        sum[j] = hidden[i][j] + (i == 0 ? 0 : sum[j]);
    }
}

void Pass::finish(const ValueNet& net, int seats) {
    using Upper = LayerSums<ValueNet::second>;
    constexpr int together = 2; // seats: one alone would wait for its own additions
    constexpr std::array<float, ValueNet::second> zeros{};
    Upper common(net.hidden_bias.data());
    Upper more(zeros.data());
    for (int i = 0; i < ValueNet::first; i += 2) {
        common.add(sum[i], net.sum_weights[i].data());
        more.add(sum[i + 1], net.sum_weights[i + 1].data());
    }
    common.add(more);
    for (int seat = 0; seat < seats; seat += together) {
        const int other = std::min(seat + 1, seats - 1);
        Upper one = common;
        Upper two = common;
        for (int i = 0; i < ValueNet::first; ++i) {
            one.add(hidden[seat][i], net.own_weights[i].data());
            two.add(hidden[other][i], net.own_weights[i].data());
        }
        one.write(upper[seat].data());
        two.write(upper[other].data());
    }
    for (int seat = 0; seat < seats; ++seat) {
        standing[seat] = 0;
        for (int j = 0; j < ValueNet::second; ++j) {
            upper[seat][j] = std::max(upper[seat][j], 0.0F);
            standing[seat] += upper[seat][j] * net.output_weights[j];
        }
    }
}

Chances chances_to_win(
    const ValueNet& net, const Board& board, const State& state, const Parameters& parameters,
    Moment moment) {
    Chances chances{};
    if (state.end == End::conquest) {
        chances[state.winner] = 1;
        return chances;
    }
    std::array<Features, max_players> features;
    fill_features(board, state, parameters, moment, features);
    Pass pass;
    int seats = 0;
    for (int seat = 0; seat < state.players; ++seat) {
        if (state.owned[seat] != 0) {
            pass.add(net, seats++, features[seat].numbers, features[seat].used());
        }
    }
    pass.finish(net, seats);
    double sum = 1; // nobody's weight
    seats = 0;
    for (int seat = 0; seat < state.players; ++seat) {
        if (state.owned[seat] != 0) {
            chances[seat] = std::exp(static_cast<double>(pass.standing[seats++]));
            sum += chances[seat];
        }
    }
    for (double& chance : chances) {
        chance /= sum;
    }
    return chances;
}

} // namespace referee::dicewars::sample
