#include "dicewars/lib/value/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace referee::dicewars::sample {
namespace {

/// Sixteen sums that stay in registers while rows are added; this takes a third of the time.
class Sums {
  public:
    explicit Sums(const float* begin)
        : a_(read(begin)), b_(read(begin + 4)), c_(read(begin + 8)), d_(read(begin + 12)) {}

    void add(const float* row) {
        a_ += read(row);
        b_ += read(row + 4);
        c_ += read(row + 8);
        d_ += read(row + 12);
    }
    void add(float factor, const float* row) {
        a_ += factor * read(row);
        b_ += factor * read(row + 4);
        c_ += factor * read(row + 8);
        d_ += factor * read(row + 12);
    }
    void write(float* to) const {
        std::memcpy(to, &a_, sizeof a_);
        std::memcpy(to + 4, &b_, sizeof b_);
        std::memcpy(to + 8, &c_, sizeof c_);
        std::memcpy(to + 12, &d_, sizeof d_);
    }

  private:
    using Four = float __attribute__((vector_size(16)));
    static Four read(const float* from) {
        Four four;
        std::memcpy(&four, from, sizeof four);
        return four;
    }
    Four a_;
    Four b_;
    Four c_;
    Four d_;
};
constexpr int block = 16;
static_assert(ValueNet::first % block == 0 && ValueNet::second == block);

} // namespace

void Pass::add(
    const ValueNet& net, int i, std::span<const float, feature_count> numbers,
    std::span<const std::uint16_t> kinds) {
    std::array<float, ValueNet::first> units;
    for (int at = 0; at < ValueNet::first; at += block) {
        Sums sums(&net.input_bias[at]);
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
    Sums common(net.hidden_bias.data());
    for (int i = 0; i < ValueNet::first; ++i) {
        common.add(sum[i], net.sum_weights[i].data());
    }
    for (int seat = 0; seat < seats; ++seat) {
        Sums sums = common;
        for (int i = 0; i < ValueNet::first; ++i) {
            sums.add(hidden[seat][i], net.own_weights[i].data());
        }
        sums.write(upper[seat].data());
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
