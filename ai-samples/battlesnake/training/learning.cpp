#include "battlesnake/training/learning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numbers>
#include <numeric>
#include <ostream>
#include <stdexcept>

namespace referee::battlesnake::training {
namespace {

using duel::Net;
constexpr int weight_count = sizeof(Net) / sizeof(float);
constexpr int weight_units = 4096;
constexpr int hidden = Net::hidden;
constexpr double decay = 0.97; ///< for each turn: about 33 turns
constexpr int passes = 10;

float* floats(Net& net) {
    return reinterpret_cast<float*>(&net);
}

const float* floats(const Net& net) {
    return reinterpret_cast<const float*>(&net);
}

int rounded(float weight) {
    return static_cast<int>(std::lround(std::clamp(weight, -7.99F, 7.99F) * weight_units));
}

/// What a search found, in log-odds; nothing is quite sure.
double clamped(double odds) {
    return std::clamp(odds, -5.0, 5.0);
}

double chance_of(double odds) {
    return 1 / (1 + std::exp(-odds));
}

/// The hidden units for both snakes.
struct Pass {
    std::array<Net::Row, 2> units;
    float odds = 0;

    Pass(const Net& net, const duel::NetInputs& inputs) {
        Net::Row common = net.bias;
        Net::Row mirrored{};
        const auto add = [](Net::Row& sums, float factor, const Net::Row& row) {
            for (int j = 0; j < hidden; ++j) {
                sums[j] += factor * row[j];
            }
        };
        for (int i = 0; i < duel::own_input_count; ++i) {
            add(common, inputs.own[0][i] + inputs.own[1][i], net.sum[i]);
            add(mirrored, inputs.own[0][i] - inputs.own[1][i], net.difference[i]);
        }
        for (int i = 0; i < duel::pair_input_count; ++i) {
            add(i < duel::pair_mirrored_count ? mirrored : common, inputs.pair[i], net.pair[i]);
        }
        for (int j = 0; j < hidden; ++j) {
            units[0][j] = std::max(0.0F, common[j] + mirrored[j]);
            units[1][j] = std::max(0.0F, common[j] - mirrored[j]);
            odds += net.output[j] * (units[0][j] - units[1][j]);
        }
    }
};

/// Adds the gradient of the loss; `error` is its gradient with respect to the odds.
void add_slope(
    const Net& net, const duel::NetInputs& inputs, const Pass& pass, float error, Net& slope) {
    Net::Row common;
    Net::Row mirrored;
    for (int j = 0; j < hidden; ++j) {
        slope.output[j] += error * (pass.units[0][j] - pass.units[1][j]);
        const float own = pass.units[0][j] > 0 ? error * net.output[j] : 0;
        const float others = pass.units[1][j] > 0 ? error * net.output[j] : 0;
        common[j] = own - others;
        mirrored[j] = own + others;
        slope.bias[j] += common[j];
    }
    const auto add = [](float factor, const Net::Row& errors, Net::Row& row) {
        for (int j = 0; j < hidden; ++j) {
            row[j] += factor * errors[j];
        }
    };
    for (int i = 0; i < duel::own_input_count; ++i) {
        add(inputs.own[0][i] + inputs.own[1][i], common, slope.sum[i]);
        add(inputs.own[0][i] - inputs.own[1][i], mirrored, slope.difference[i]);
    }
    for (int i = 0; i < duel::pair_input_count; ++i) {
        add(inputs.pair[i], i < duel::pair_mirrored_count ? mirrored : common, slope.pair[i]);
    }
}

class Adam {
  public:
    void step(Net& net, const Net& slope, double rate) {
        ++steps_;
        const auto first = static_cast<float>(1 - std::pow(0.9, steps_));
        const auto second = static_cast<float>(1 - std::pow(0.999, steps_));
        const auto size = static_cast<float>(rate);
        for (int i = 0; i < weight_count; ++i) {
            const float by = floats(slope)[i];
            float& mean = floats(mean_)[i];
            float& square = floats(square_)[i];
            mean = 0.9F * mean + 0.1F * by;
            square = 0.999F * square + 0.001F * by * by;
            floats(net)[i] -= size * (mean / first) / (std::sqrt(square / second) + 1e-8F);
        }
    }

  private:
    Net mean_{};
    Net square_{};
    int steps_ = 0;
};

Net random_net(std::uint64_t seed) {
    Net net{};
    Chance chance(seed);
    const auto draw = [&chance](auto& rows, double size) {
        for (auto& row : rows) {
            for (float& weight : row) {
                weight = static_cast<float>((chance.fraction() * 2 - 1) * size);
            }
        }
    };
    draw(net.sum, 0.1);
    draw(net.difference, 0.1);
    draw(net.pair, 0.1);
    for (float& weight : net.output) {
        weight = static_cast<float>((chance.fraction() * 2 - 1) * 0.5);
    }
    return net;
}

double result_chance(const Example& example) {
    return (example.result + 1) / 2.0;
}

/// The scale of the searches' odds that predicts the results best.
double best_scale(const std::vector<Example>& examples) {
    double best = 1;
    double min_loss = 1e9;
    for (double scale = 0.1; scale < 8; scale *= 1.15) {
        double loss = 0;
        int count = 0;
        for (std::size_t i = 0; i < examples.size(); i += 7) {
            const Example& example = examples[i];
            if (!std::isnan(example.odds) && !example.is_aside) {
                const double chance =
                    std::clamp(chance_of(clamped(scale * clamped(example.odds))), 1e-6, 1 - 1e-6);
                const double target = result_chance(example);
                loss -= target * std::log(chance) + (1 - target) * std::log(1 - chance);
                ++count;
            }
        }
        loss /= count;
        if (loss < min_loss) {
            min_loss = loss;
            best = scale;
        }
    }
    return best;
}

} // namespace

double set_chances(std::vector<Example>& examples, double decay) {
    const double scale = best_scale(examples);
    double later = 0.5;
    for (std::size_t i = examples.size(); i-- > 0;) {
        Example& example = examples[i];
        if (example.is_aside) {
            example.chance = static_cast<float>(chance_of(clamped(scale * clamped(example.odds))));
            continue;
        }
        if (example.is_final) {
            later = result_chance(example);
        }
        if (!std::isnan(example.odds)) {
            const double found = chance_of(clamped(scale * clamped(example.odds)));
            later = example.was_left ? found : decay * later + (1 - decay) * found;
        }
        example.chance = static_cast<float>(later);
    }
    return scale;
}

duel::Net
fit(const std::vector<Example>& examples, int passes, std::uint64_t seed, std::ostream& progress) {
    constexpr std::size_t batch = 256;
    Net net = random_net(seed);
    Adam adam;
    Chance chance(seed + 1);
    std::vector<std::uint32_t> order(examples.size());
    std::iota(order.begin(), order.end(), 0U);
    // The last twentieth, whole games, only checks.
    const std::size_t learnt = examples.size() - examples.size() / 20;
    order.resize(learnt);
    const auto loss_of = [](double odds, double target) {
        const double p = std::clamp(chance_of(odds), 1e-7, 1 - 1e-7);
        return -(target * std::log(p) + (1 - target) * std::log(1 - p));
    };
    const double steps = static_cast<double>(passes) * static_cast<double>(learnt / batch);
    double step = 0;
    for (int pass_number = 0; pass_number < passes; ++pass_number) {
        for (std::size_t i = order.size(); i-- > 1;) {
            std::swap(order[i], order[chance.next() % (i + 1)]);
        }
        double loss = 0;
        for (std::size_t begin = 0; begin + batch <= learnt; begin += batch) {
            Net slope{};
            for (std::size_t i = begin; i < begin + batch; ++i) {
                const Example& example = examples[order[i]];
                const Pass pass(net, example.inputs);
                loss += loss_of(pass.odds, example.chance);
                const auto error =
                    static_cast<float>(chance_of(pass.odds) - example.chance) / batch;
                add_slope(net, example.inputs, pass, error, slope);
            }
            // First warmer, then colder: from 0.003 to nearly 0 as a cosine.
            const double rate =
                0.003 * (0.5 + 0.5 * std::cos(std::numbers::pi * step / steps)) + 1e-5;
            for (int i = 0; i < weight_count; ++i) {
                floats(slope)[i] += 1e-5F * floats(net)[i];
            }
            adam.step(net, slope, rate);
            ++step;
        }
        double check = 0;
        double of_result = 0;
        double search = 0;
        int checked = 0;
        for (std::size_t i = learnt; i < examples.size(); ++i) {
            if (examples[i].is_aside) {
                continue; // its result isn't known
            }
            ++checked;
            const float odds = Pass(net, examples[i].inputs).odds;
            check += loss_of(odds, examples[i].chance);
            of_result += loss_of(odds, result_chance(examples[i]));
            const float found = examples[i].odds;
            search += loss_of(std::isnan(found) ? 0 : found, result_chance(examples[i]));
        }
        progress << fmt::format(
            "pass {}: loss {:.4f}, of others {:.4f}, of their results {:.4f} (search, unscaled "
            "{:.4f})\n",
            pass_number + 1, loss / static_cast<double>(learnt), check / checked,
            of_result / checked, search / checked);
        progress.flush();
    }
    return net;
}

duel::Net read_net(const std::string& path) {
    std::ifstream file(path);
    Net net{};
    for (int i = 0; i < weight_count; ++i) {
        int weight = 0;
        if (!(file >> weight)) {
            throw std::runtime_error(path + ": not a network of this size");
        }
        floats(net)[i] = static_cast<float>(weight) / weight_units;
    }
    return net;
}

void write_net(const duel::Net& net, const std::string& path) {
    std::ofstream file(path);
    for (int i = 0; i < weight_count; ++i) {
        file << rounded(floats(net)[i]) << ((i + 1) % hidden == 0 ? '\n' : ' ');
    }
}

void print_weights(const duel::Net& net) {
    fmt::print(
        "// Written by `battlesnake-training weights`: ai-samples/battlesnake/README.md, "
        "\"duel\".\n\n"
        "#include \"battlesnake/duel/net.hpp\"\n\n#include <algorithm>\n#include <bit>\n\n"
        "namespace referee::battlesnake::duel {{\nnamespace {{\n\n"
        "constexpr std::size_t number_of_weights = sizeof(Net) / sizeof(float);\n\n"
        "// In units of 1/{}.\n// clang-format off\n"
        "constexpr std::array<std::int16_t, number_of_weights> net_weights{{",
        weight_units);
    for (int i = 0; i < weight_count; ++i) {
        fmt::print("{}{},", i % hidden == 0 ? "\n" : "", rounded(floats(net)[i]));
    }
    fmt::print(
        "\n}};\n// clang-format on\n\n}} // namespace\n\nconst Net& learned_net() {{\n"
        "    static const Net net = [] {{\n"
        "        std::array<float, number_of_weights> floats{{}};\n"
        "        std::transform(net_weights.begin(), net_weights.end(), floats.begin(), [](int weight) {{\n"
        "            return static_cast<float>(weight) / {};\n        }});\n"
        "        return std::bit_cast<Net>(floats);\n    }}();\n    return net;\n}}\n\n"
        "}} // namespace referee::battlesnake::duel\n",
        weight_units);
}

void learn(const std::string& folder, const LearnConfig& config, std::ostream& progress) {
    std::filesystem::create_directories(folder);
    std::vector<Example> all;
    Settings settings;
    settings.config.weights.learned_of_two = config.is_trained ? duel::Weights{}.learned_of_two : 0;
    for (int generation = 0; generation < config.generations; ++generation) {
        const std::string path = fmt::format("{}/{}.", folder, generation);
        const SelfplayConfig games{
            .games = config.games,
            .seed = config.seed + static_cast<std::uint64_t>(generation) * 1'000'000,
            // The games of the set weights are more alike.
            .explored = generation == 0 && !config.is_trained ? 0.015 : 0.004};
        play_games(settings, games, path + "games");
        std::vector<Example> examples = read_examples(path + "games");
        const double scale = set_chances(examples, decay);
        progress << fmt::format(
            "generation {}: {} positions, values times {:.3f}\n", generation, examples.size(),
            scale);
        all.insert(all.end(), examples.begin(), examples.end());
        settings.net = fit(all, passes, 1, progress);
        settings.config.weights.learned_of_two = duel::Weights{}.learned_of_two;
        write_net(*settings.net, path + "net");
    }
}

} // namespace referee::battlesnake::training
