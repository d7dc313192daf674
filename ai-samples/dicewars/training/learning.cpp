#include "dicewars/training/learning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace referee::dicewars::training {

using namespace sample;

namespace {

constexpr int weight_count = sizeof(ValueNet) / sizeof(float);
constexpr int weight_units = 4096; // files have integers: short, and exact when read again

float* floats(ValueNet& net) {
    return reinterpret_cast<float*>(&net);
}

const float* floats(const ValueNet& net) {
    return reinterpret_cast<const float*>(&net);
}

int rounded(float weight) {
    return static_cast<int>(std::lround(std::clamp(weight, -7.99F, 7.99F) * weight_units));
}

void forward(
    const ValueNet& net, const Positions& positions, const Positions::Position& position,
    Pass& pass) {
    for (int i = 0; i < position.seats; ++i) {
        const Positions::Seat& seat = positions.seats[position.begin + i];
        pass.add(net, i, seat.numbers, positions.kinds_of(seat));
    }
    pass.finish(net, position.seats);
}

/// Adds the gradient of the loss with respect to the weights of a layer and to the units below;
/// `error` is its gradient with respect to the units above.
void backward_layer(
    const std::array<std::array<float, ValueNet::second>, ValueNet::first>& weights,
    const std::array<float, ValueNet::first>& below,
    const std::array<float, ValueNet::second>& error,
    std::array<std::array<float, ValueNet::second>, ValueNet::first>& slope,
    std::array<float, ValueNet::first>& error_below) {
    for (int i = 0; i < ValueNet::first; ++i) {
        float sum = 0;
        for (int j = 0; j < ValueNet::second; ++j) {
            sum += error[j] * weights[i][j];
            slope[i][j] += error[j] * below[i];
        }
        error_below[i] += sum;
    }
}

void backward_inputs(
    const Positions& positions, const Positions::Seat& seat,
    const std::array<float, ValueNet::first>& error, ValueNet& slope) {
    const auto add = [&error](float factor, std::array<float, ValueNet::first>& row) {
        for (int j = 0; j < ValueNet::first; ++j) {
            row[j] += factor * error[j];
        }
    };
    add(1, slope.input_bias);
    for (int number = 0; number < feature_count; ++number) {
        add(seat.numbers[number], slope.input_weights[number]);
    }
    for (const std::uint16_t kind : positions.kinds_of(seat)) {
        add(1, slope.kind_weights[kind]);
    }
}

/// Adds the gradient of the loss with respect to each weight; `errors` is its gradient with respect
/// to the scores.
void backward(
    const ValueNet& net, const Positions& positions, const Positions::Position& position,
    const Pass& pass, const std::array<float, max_players>& errors, ValueNet& slope) {
    std::array<std::array<float, ValueNet::first>, max_players> hidden{};
    std::array<float, ValueNet::second> common{};
    for (int i = 0; i < position.seats; ++i) {
        std::array<float, ValueNet::second> upper;
        for (int j = 0; j < ValueNet::second; ++j) {
            slope.output_weights[j] += errors[i] * pass.upper[i][j];
            upper[j] = pass.upper[i][j] > 0 ? errors[i] * net.output_weights[j] : 0;
            slope.hidden_bias[j] += upper[j];
            common[j] += upper[j];
        }
        backward_layer(net.own_weights, pass.hidden[i], upper, slope.own_weights, hidden[i]);
    }
    std::array<float, ValueNet::first> sum{};
    backward_layer(net.sum_weights, pass.sum, common, slope.sum_weights, sum);
    for (int i = 0; i < position.seats; ++i) {
        for (int j = 0; j < ValueNet::first; ++j) {
            hidden[i][j] = pass.hidden[i][j] > 0 ? hidden[i][j] + sum[j] : 0;
        }
        backward_inputs(positions, positions.seats[position.begin + i], hidden[i], slope);
    }
}

std::array<double, max_players> softmax(const Pass& pass, int seats) {
    std::array<double, max_players> chances{};
    double sum = 1; // nobody's weight
    for (int i = 0; i < seats; ++i) {
        chances[i] = std::exp(static_cast<double>(pass.standing[i]));
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
    const auto draw = [&chance](auto& weights, double inputs) {
        for (float& weight : weights) {
            weight = static_cast<float>((chance.fraction() * 2 - 1) * std::sqrt(3 / inputs));
        }
    };
    for (auto& row : net.input_weights) {
        draw(row, feature_count);
    }
    for (auto& row : net.kind_weights) {
        draw(row, 4 * feature_count); // many at once
    }
    for (auto& row : net.own_weights) {
        draw(row, ValueNet::first);
    }
    for (auto& row : net.sum_weights) {
        draw(row, 16 * ValueNet::first); // sums of several seats
    }
    draw(net.output_weights, ValueNet::second);
    return net;
}

Fit measure(const ValueNet& net, const Positions& positions) {
    Fit fit;
    Pass pass;
    for (const Positions::Position& position : positions.positions) {
        forward(net, positions, position, pass);
        const auto chances = softmax(pass, position.seats);
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
    ValueNet& net, const Positions& positions, const FitConfig& config,
    const std::function<void(int pass)>& after_pass) {
    constexpr std::size_t batch = 128;
    const std::size_t count = positions.positions.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Chance chance(config.seed);
    Adam adam;
    Pass of_position;
    const std::size_t batches = count / batch;
    const auto steps = static_cast<double>(config.passes) * static_cast<double>(batches);
    double step = 0;
    for (int pass = 0; pass < config.passes; ++pass) {
        for (std::size_t i = count; i > 1; --i) {
            std::swap(
                order[i - 1], order[static_cast<std::size_t>(chance.below(static_cast<int>(i)))]);
        }
        for (std::size_t begin = 0; begin + batch <= count; begin += batch, ++step) {
            ValueNet slope;
            for (std::size_t at = begin; at < begin + batch; ++at) {
                const Positions::Position& position = positions.positions[order[at]];
                forward(net, positions, position, of_position);
                const auto chances = softmax(of_position, position.seats);
                std::array<float, max_players> errors{};
                for (int i = 0; i < position.seats; ++i) {
                    errors[i] = (static_cast<float>(chances[i]) - position.target[i]) / batch;
                }
                backward(net, positions, position, of_position, errors, slope);
            }
            adam.step(net, slope, config.rate * std::pow(0.01, step / steps));
        }
        after_pass(pass);
    }
}

void write_net(const ValueNet& net, const std::string& path) {
    const std::string unfinished = path + ".part"; // so a file without this ending is complete
    {
        std::ofstream file(unfinished);
        for (int i = 0; i < weight_count; ++i) {
            file << rounded(floats(net)[i]) << (i % 32 == 31 ? '\n' : ' ');
        }
        if (!file.flush()) {
            throw std::runtime_error(unfinished + ": cannot be written");
        }
    }
    std::filesystem::rename(unfinished, path);
}

ValueNet read_net(const std::string& path) {
    ValueNet net;
    std::ifstream file(path);
    for (int i = 0; i < weight_count; ++i) {
        int units = 0;
        if (!(file >> units)) {
            throw std::runtime_error(path + ": not the weights of this net");
        }
        floats(net)[i] = static_cast<float>(units) / weight_units;
    }
    return net;
}

void print_weights(const ValueNet& net) {
    std::printf(
        "// Written by `dicewars-training weights`: ai-samples/dicewars/README.md, \"foresight\".\n\n"
        "#include \"dicewars/lib/value/value.hpp\"\n\n#include <algorithm>\n#include <bit>\n\n"
        "namespace referee::dicewars::sample {\nnamespace {\n\n"
        "constexpr std::size_t count = sizeof(ValueNet) / sizeof(float);\n\n"
        "// In units of 1/%d.\n// clang-format off\n"
        "constexpr std::array<std::int16_t, count> weights{",
        weight_units);
    for (int i = 0; i < weight_count; ++i) {
        std::printf("%s%d,", i % 24 == 0 ? "\n" : "", rounded(floats(net)[i]));
    }
    std::printf(
        "\n};\n// clang-format on\n\n} // namespace\n\nconst ValueNet& learnt_net() {\n"
        "    static const ValueNet net = [] {\n"
        "        std::array<float, count> floats{};\n"
        "        std::transform(weights.begin(), weights.end(), floats.begin(), [](int weight) {\n"
        "            return static_cast<float>(weight) / %d;\n        });\n"
        "        return std::bit_cast<ValueNet>(floats);\n    }();\n    return net;\n}\n\n"
        "} // namespace referee::dicewars::sample\n",
        weight_units);
}

} // namespace referee::dicewars::training
