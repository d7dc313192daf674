// Learns the weights of chance from self-play, with the rules linked into one process.
//
//     gems-training play POSITIONS SEED FILE
//     gems-training fit FILE…
//
// `play` plays games until it has that many positions, by WEIGHTS (a file; the built-in ones if
// none is named). It plays one move in ten at random, so that all kinds of positions occur. A
// position is a move as the AI judged it, with the game's final winner. `fit` fits a logistic
// regression to nine tenths of each file (Newton's method, a little ridge). It prints the weights
// on standard output, the mean loss of both parts on standard error.

#include "base/random.hpp"
#include "games/gems/field.hpp"
#include "gems/lib/outlook.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace referee;
using namespace referee::gems;
using namespace referee::gems::sample;

constexpr std::size_t count = Features::count;

struct Sample {
    std::array<float, count> features;
    float won; ///< 1, ½ or 0
};

/// A game as one side sees it: it is always players[0], to move.
State seen_by_mover(const State& state) {
    State seen = state;
    if (seen.mover == 1) {
        std::swap(seen.players[0], seen.players[1]);
    }
    seen.mover = 0;
    return seen;
}

/// Chooses, from the three moves with the best immediate values, the one that is best two moves
/// ahead; or, with a probability of a tenth, any move. Returns what follows it, three moves ahead.
/// This is nearly the AI's choice, at a fifth of the time.
Prospect chosen(Outlook& outlook, const State& state, std::mt19937_64& generator) {
    constexpr std::size_t considered = 3;
    const std::vector<Tried> moves = outlook.moves(seen_by_mover(state));
    std::size_t best = generator() % moves.size();
    if (generator() % 10 > 0) {
        float best_odds = -2 * certain;
        for (std::size_t i = 0; i < std::min(considered, moves.size()); ++i) {
            const float odds = outlook.prospect(moves[i], 2).odds;
            if (odds > best_odds) {
                best_odds = odds;
                best = i;
            }
        }
    }
    return outlook.prospect(moves[best], 3);
}

void play_game(const Setup& setup, std::mt19937_64& generator, std::vector<Sample>& samples) {
    const std::size_t first = samples.size();
    std::vector<int> movers;
    State state = start(setup);
    Outlook outlook(setup.parameters, chance_weights);
    while (state.end == End::none) {
        const Prospect move = chosen(outlook, state, generator);
        if (!move.is_decided) {
            samples.push_back({move.features, 0});
            movers.push_back(state.mover);
        }
        apply(state, setup, move.line.front());
    }
    const int best = winner(state);
    for (std::size_t i = first; i < samples.size(); ++i) {
        samples[i].won = best < 0 ? 0.5F : best == movers[i - first] ? 1.0F : 0.0F;
    }
}

/// Solves A x = b for a symmetric positive definite A, given by its lower half.
std::vector<double> solved(std::vector<double> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) { // Cholesky, in place
        for (std::size_t j = 0; j <= i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = i == j ? std::sqrt(a[i * n + i]) : a[i * n + j] / a[j * n + j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            b[i] -= a[i * n + k] * b[k];
        }
        b[i] /= a[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) {
            b[i] -= a[k * n + i] * b[k];
        }
        b[i] /= a[i * n + i];
    }
    return b;
}

double chance(const std::vector<double>& weights, const Sample& sample) {
    double odds = 0;
    for (std::size_t i = 0; i < count; ++i) {
        odds += weights[i] * sample.features[i];
    }
    return chance_of(odds);
}

/// The mean of −log(chance of what happened).
double mean_loss(const std::vector<double>& weights, const std::vector<Sample>& samples) {
    double sum = 0;
    for (const Sample& sample : samples) {
        const double p = std::clamp(chance(weights, sample), 1e-9, 1 - 1e-9);
        sum -= sample.won * std::log(p) + (1 - sample.won) * std::log(1 - p);
    }
    return sum / static_cast<double>(samples.size());
}

/// One step of Newton's method; returns its greatest change.
double improve(std::vector<double>& weights, const std::vector<Sample>& samples) {
    constexpr double ridge = 20;
    std::vector<double> hessian(count * count);
    std::vector<double> gradient(count);
    for (const Sample& sample : samples) {
        const double p = chance(weights, sample);
        for (std::size_t i = 0; i < count; ++i) {
            const double x = sample.features[i];
            if (x == 0) {
                continue;
            }
            gradient[i] += (sample.won - p) * x;
            for (std::size_t j = 0; j <= i; ++j) {
                hessian[i * count + j] += p * (1 - p) * x * sample.features[j];
            }
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        gradient[i] -= ridge * weights[i];
        hessian[i * count + i] += ridge;
    }
    double greatest = 0;
    const std::vector<double> change = solved(hessian, gradient);
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] += change[i];
        greatest = std::max(greatest, std::abs(change[i]));
    }
    return greatest;
}

void play(std::size_t positions, std::uint64_t seed, const std::string& path) {
    std::mt19937_64 generator(seed);
    std::vector<Sample> samples;
    int games = 0;
    for (; samples.size() < positions; ++games) {
        Rng rng(generator());
        FieldText text("a drawn field", create_setup({2, {{"rows", "400"}}}, rng));
        play_game(read_setup(text), generator, samples);
    }
    std::ofstream file(path, std::ios::binary);
    file.write(
        reinterpret_cast<const char*>(samples.data()),
        static_cast<std::streamsize>(samples.size() * sizeof(Sample)));
    if (!file) {
        throw std::runtime_error(path + ": can't be written");
    }
    fmt::print(stderr, "{} games, {} positions\n", games, samples.size());
}

/// Adds nine tenths of a file to `learnt`, the rest to `tested`.
void read_samples(
    const std::string& path, std::vector<Sample>& learnt, std::vector<Sample>& tested) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::size_t>(std::max<std::streamoff>(0, file.tellg()));
    std::vector<Sample> samples(size / sizeof(Sample));
    file.seekg(0);
    file.read(
        reinterpret_cast<char*>(samples.data()),
        static_cast<std::streamsize>(samples.size() * sizeof(Sample)));
    if (!file || samples.empty()) {
        throw std::runtime_error(path + ": no positions");
    }
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 10 * 9);
    learnt.insert(learnt.end(), samples.begin(), middle);
    tested.insert(tested.end(), middle, samples.end());
}

void print_table(const std::vector<double>& weights) {
    constexpr std::array<std::pair<std::string_view, std::size_t>, 14> parts{
        {{"life", Features::life},
         {"shield", Features::shield},
         {"red", Features::red},
         {"yellow", Features::yellow},
         {"green", Features::green},
         {"purple", Features::purple},
         {"red_hits, yellow_hits, green_hits", Features::red_hits},
         {"near_death", Features::near_death},
         {"red_kills", Features::red_kills},
         {"falling", Features::falling},
         {"turn", Features::turn},
         {"gain", Features::gain},
         {"next_gain", Features::next_gain},
         {"", count}}};
    for (std::size_t part = 0; part + 1 < parts.size(); ++part) {
        fmt::print("    // {}\n   ", parts[part].first);
        for (std::size_t i = parts[part].second; i < parts[part + 1].second; ++i) {
            fmt::print(" {:.4f}F,", weights[i]);
        }
        fmt::print("\n");
    }
}

/// The weights with each kind of unit as one number, in the place of its first knot.
template <std::size_t Count>
void sum_up(const std::array<float, Count>& knots, std::size_t first, Sample& sample) {
    float units = 0;
    for (std::size_t i = 0; i < Count; ++i) {
        units += knots[i] * sample.features[first + i];
        sample.features[first + i] = 0;
    }
    sample.features[first] = units;
}

/// The value of a unit of each kind, if all units of a kind are worth the same and nothing else is
/// known but whose turn it is: the weights of depth3, in its scale, 60 for life.
void print_units(std::vector<Sample> samples) {
    for (Sample& sample : samples) {
        sum_up(life_knots, Features::life, sample);
        sum_up(shield_knots, Features::shield, sample);
        for (std::size_t first = Features::red; first <= Features::purple;
             first += account_knots.size()) {
            sum_up(account_knots, first, sample);
        }
        for (std::size_t i = Features::red_hits; i < count; ++i) {
            sample.features[i] = i == Features::turn ? sample.features[i] : 0;
        }
    }
    std::vector<double> weights(count);
    for (int step = 0; step < 20 && improve(weights, samples) > 1e-4; ++step) {
    }
    fmt::print(stderr, "units alone: loss {:.4f}, life 60", mean_loss(weights, samples));
    for (const auto& [name, at] :
         {std::pair("shield", Features::shield), std::pair("red", Features::red),
          std::pair("yellow", Features::yellow), std::pair("green", Features::green),
          std::pair("purple", Features::purple)}) {
        fmt::print(stderr, ", {} {:.1f}", name, 60 * weights[at] / weights[Features::life]);
    }
    fmt::print(stderr, "\n");
}

void fit(const std::vector<std::string>& paths) {
    std::vector<Sample> learnt;
    std::vector<Sample> tested;
    for (const std::string& path : paths) {
        read_samples(path, learnt, tested);
    }
    std::vector<double> weights(count);
    for (int step = 0; step < 20 && improve(weights, learnt) > 1e-4; ++step) {
    }
    fmt::print(
        stderr, "{} positions, loss {:.4f}; {} others: {:.4f}, by the built-in weights {:.4f}\n",
        learnt.size(), mean_loss(weights, learnt), tested.size(), mean_loss(weights, tested),
        mean_loss({chance_weights.begin(), chance_weights.end()}, tested));
    print_table(weights);
    print_units(std::move(learnt));
}

void run(const std::vector<std::string>& words) {
    if (words.size() == 4 && words[0] == "play") {
        play(std::stoul(words[1]), std::stoul(words[2]), words[3]);
    } else if (words.size() >= 2 && words[0] == "fit") {
        fit({words.begin() + 1, words.end()});
    } else {
        throw std::runtime_error("write play POSITIONS SEED FILE [WEIGHTS], or fit FILE...");
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    try {
        run({arguments + 1, arguments + argument_count});
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "gems-training: {}\n", problem.what());
        return 1;
    }
}
