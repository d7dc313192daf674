#include "dicewars/training/learning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace referee::dicewars::training {

using namespace sample;

namespace {

constexpr int weight_count = sizeof(ValueNet) / sizeof(float);

float* floats(ValueNet& net) {
    return reinterpret_cast<float*>(&net);
}

const float* floats(const ValueNet& net) {
    return reinterpret_cast<const float*>(&net);
}

/// What the net has computed for one seat.
struct Pass {
    std::array<float, ValueNet::first> hidden;
    std::array<float, ValueNet::second> upper;
    float standing = 0;
};

Pass forward(const ValueNet& net, const Features& features) {
    Pass pass;
    pass.hidden = net.input_bias;
    for (int i = 0; i < feature_count; ++i) {
        for (int j = 0; j < ValueNet::first; ++j) {
            pass.hidden[j] += features[i] * net.input_weights[i][j];
        }
    }
    pass.upper = net.hidden_bias;
    for (int i = 0; i < ValueNet::first; ++i) {
        if (pass.hidden[i] > 0) {
            for (int j = 0; j < ValueNet::second; ++j) {
                pass.upper[j] += pass.hidden[i] * net.hidden_weights[i][j];
            }
        }
    }
    for (int j = 0; j < ValueNet::second; ++j) {
        pass.standing += std::max(pass.upper[j], 0.0F) * net.output_weights[j];
    }
    return pass;
}

/// Adds the slope of the loss by each weight; `error` is its slope by the standing.
void backward(
    const ValueNet& net, const Features& features, const Pass& pass, float error, ValueNet& slope) {
    std::array<float, ValueNet::second> upper;
    for (int j = 0; j < ValueNet::second; ++j) {
        slope.output_weights[j] += error * std::max(pass.upper[j], 0.0F);
        upper[j] = pass.upper[j] > 0 ? error * net.output_weights[j] : 0;
        slope.hidden_bias[j] += upper[j];
    }
    std::array<float, ValueNet::first> hidden;
    for (int i = 0; i < ValueNet::first; ++i) {
        hidden[i] = 0;
        if (pass.hidden[i] > 0) {
            for (int j = 0; j < ValueNet::second; ++j) {
                hidden[i] += upper[j] * net.hidden_weights[i][j];
                slope.hidden_weights[i][j] += upper[j] * pass.hidden[i];
            }
        }
        slope.input_bias[i] += hidden[i];
    }
    for (int i = 0; i < feature_count; ++i) {
        for (int j = 0; j < ValueNet::first; ++j) {
            slope.input_weights[i][j] += features[i] * hidden[j];
        }
    }
}

std::array<double, max_players> softmax(const std::array<Pass, max_players>& passes, int seats) {
    std::array<double, max_players> chances{};
    double sum = 1; // nobody's weight
    for (int i = 0; i < seats; ++i) {
        chances[i] = std::exp(static_cast<double>(passes[i].standing));
        sum += chances[i];
    }
    for (int i = 0; i < seats; ++i) {
        chances[i] /= sum;
    }
    return chances;
}

class Adam {
  public:
    void step(ValueNet& net, const ValueNet& slope, double rate) {
        ++steps_;
        const auto first = static_cast<float>(1 - std::pow(0.9, steps_));
        const auto second = static_cast<float>(1 - std::pow(0.999, steps_));
        float* weight = floats(net);
        const float* by = floats(slope);
        float* mean = floats(*mean_);
        float* square = floats(*square_);
        const auto size = static_cast<float>(rate);
        for (int i = 0; i < weight_count; ++i) {
            mean[i] = 0.9F * mean[i] + 0.1F * by[i];
            square[i] = 0.999F * square[i] + 0.001F * by[i] * by[i];
            weight[i] -= size * (mean[i] / first) / (std::sqrt(square[i] / second) + 1e-8F);
        }
    }

  private:
    std::unique_ptr<ValueNet> mean_ = std::make_unique<ValueNet>();
    std::unique_ptr<ValueNet> square_ = std::make_unique<ValueNet>();
    int steps_ = 0;
};

} // namespace

ValueNet random_net(std::uint64_t seed) {
    ValueNet net;
    Chance chance(seed);
    const auto draw = [&chance](auto& weights, int inputs) {
        for (float& weight : weights) {
            weight = static_cast<float>((chance.fraction() * 2 - 1) * std::sqrt(3.0 / inputs));
        }
    };
    for (auto& row : net.input_weights) {
        draw(row, feature_count);
    }
    for (auto& row : net.hidden_weights) {
        draw(row, ValueNet::first);
    }
    draw(net.output_weights, ValueNet::second);
    return net;
}

Fit measure(const ValueNet& net, const Positions& positions) {
    Fit fit;
    std::array<Pass, max_players> passes;
    for (const Positions::Position& position : positions.positions) {
        for (int i = 0; i < position.seats; ++i) {
            passes[i] = forward(net, positions.seats[position.begin + i]);
        }
        const auto chances = softmax(passes, position.seats);
        double nobodys = 1;
        double target = 1;
        int best = 0;
        for (int i = 0; i < position.seats; ++i) {
            nobodys -= chances[i];
            target -= position.target[i];
            best = chances[i] > chances[best] ? i : best;
            fit.loss -= position.target[i] * std::log(std::max(chances[i], 1e-9));
        }
        fit.loss -= target * std::log(std::max(nobodys, 1e-9));
        fit.correct += position.target[best];
    }
    const auto count = static_cast<double>(positions.positions.size());
    return {fit.loss / count, fit.correct / count};
}

void fit(
    ValueNet& net, const Positions& positions, const Positions& held_out, int passes, double rate,
    std::uint64_t seed) {
    constexpr std::size_t batch = 128;
    const std::size_t count = positions.positions.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Chance chance(seed);
    Adam adam;
    std::array<Pass, max_players> of_seats;
    const std::size_t batches = count / batch;
    const auto steps = static_cast<double>(passes) * static_cast<double>(batches);
    double step = 0;
    for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t i = count; i > 1; --i) {
            std::swap(
                order[i - 1], order[static_cast<std::size_t>(chance.below(static_cast<int>(i)))]);
        }
        for (std::size_t begin = 0; begin + batch <= count; begin += batch, ++step) {
            ValueNet slope;
            for (std::size_t at = begin; at < begin + batch; ++at) {
                const Positions::Position& position = positions.positions[order[at]];
                for (int i = 0; i < position.seats; ++i) {
                    of_seats[i] = forward(net, positions.seats[position.begin + i]);
                }
                const auto chances = softmax(of_seats, position.seats);
                for (int i = 0; i < position.seats; ++i) {
                    const double error = (chances[i] - position.target[i]) / batch;
                    backward(
                        net, positions.seats[position.begin + i], of_seats[i],
                        static_cast<float>(error), slope);
                }
            }
            adam.step(net, slope, rate * std::pow(0.01, step / steps));
        }
        const Fit inside = measure(net, positions);
        const Fit outside = measure(net, held_out);
        std::printf(
            "pass %d: loss %.4f, held out %.4f, winner first %.1f %%\n", pass + 1, inside.loss,
            outside.loss, 100 * outside.correct);
        std::fflush(stdout);
    }
}

void write_net(const ValueNet& net, const std::string& path) {
    std::ofstream file(path);
    file.precision(7);
    for (int i = 0; i < weight_count; ++i) {
        file << floats(net)[i] << (i % 16 == 15 ? '\n' : ' ');
    }
}

ValueNet read_net(const std::string& path) {
    ValueNet net;
    std::ifstream file(path);
    for (int i = 0; i < weight_count; ++i) {
        if (!(file >> floats(net)[i])) {
            throw std::runtime_error(path + ": not the weights of this net");
        }
    }
    return net;
}

void print_weights(const ValueNet& net) {
    std::printf(
        "// Written by `dicewars-training weights`: ai-samples/dicewars/README.md, \"foresight\".\n\n"
        "#include \"dicewars/lib/value.hpp\"\n\n#include <bit>\n\n"
        "namespace referee::dicewars::sample {\nnamespace {\n\n// clang-format off\n"
        "constexpr std::array<float, sizeof(ValueNet) / sizeof(float)> weights{");
    for (int i = 0; i < weight_count; ++i) {
        std::printf("%s%.6eF,", i % 7 == 0 ? "\n    " : " ", static_cast<double>(floats(net)[i]));
    }
    std::printf(
        "\n};\n// clang-format on\n\n} // namespace\n\nconst ValueNet& learnt_net() {\n"
        "    static const auto net = std::bit_cast<ValueNet>(weights);\n    return net;\n}\n\n"
        "} // namespace referee::dicewars::sample\n");
}

} // namespace referee::dicewars::training
