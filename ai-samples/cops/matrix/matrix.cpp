// Every thief against all policemen in one process, on fields drawn from fixed seeds: the mean
// payoff of the thief, and how often he was captured, has escaped and has survived.
//
//     cops-matrix [FIELDS [KEY=VALUE …]]     100 fields; settings as for `referee create --set`

#include "cops/arena.hpp"
#include "cops/foresight.hpp"
#include "field/draw.hpp"
#include "games/cops/field.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace {

using namespace referee;
using namespace referee::cops;

constexpr std::uint64_t first_seed = 5000; // none of these fields was used for tuning

struct Named {
    std::string name;
    sample::Brain brain;
};

std::vector<Setup> draw_fields(int count, const CreateRequest& request) {
    std::vector<Setup> setups;
    for (int i = 0; i < count; ++i) {
        Draw draw(first_seed + static_cast<std::uint64_t>(i));
        FieldText text("a drawn field", create_setup(request, draw));
        setups.push_back(read_setup(text));
    }
    return setups;
}

void print_pair(const Named& thief, const Named& police, const std::vector<Setup>& setups) {
    double sum = 0;
    double squares = 0;
    std::array<int, 4> ends{};
    std::uint32_t seed = 0;
    for (const Setup& setup : setups) {
        const sample::Played played = sample::play(setup, {thief.brain, police.brain}, ++seed);
        sum += played.payoff;
        squares += static_cast<double>(played.payoff) * played.payoff;
        ++ends[static_cast<std::size_t>(played.end)];
    }
    const auto count = static_cast<double>(setups.size());
    const double mean = sum / count;
    const double error = std::sqrt((squares / count - mean * mean) / count);
    const auto percent = [&](End end) {
        return 100.0 * ends[static_cast<std::size_t>(end)] / count;
    };
    fmt::print(
        "{:10} {:10} {:6.0f} ± {:3.0f} {:9.0f} % {:7.0f} % {:8.0f} %\n", thief.name, police.name,
        mean, error, percent(End::captured), percent(End::escaped), percent(End::survived));
    std::fflush(stdout);
}

void run(int argument_count, char** arguments) {
    const int count = argument_count > 1 ? std::stoi(arguments[1]) : 100;
    CreateRequest request;
    for (int i = 2; i < argument_count; ++i) {
        const std::string setting = arguments[i];
        const std::size_t at = setting.find('=');
        request.settings[setting.substr(0, at)] = setting.substr(at + 1);
    }
    std::vector<Named> thieves{{"random", sample::random_brain()}};
    for (const sample::NamedThief& thief : sample::thieves) {
        thieves.push_back({std::string(thief.name), sample::thief_brain(thief.plan)});
    }
    std::vector<Named> policemen{{"random", sample::random_brain()}};
    for (const sample::NamedCops& police : sample::policemen) {
        policemen.push_back({std::string(police.name), sample::cops_brain(police.plan)});
    }
    thieves.push_back({"foresight", sample::foresight_thief()});
    policemen.push_back({"foresight", sample::foresight_cops()});
    const std::vector<Setup> setups = draw_fields(count, request);
    fmt::print(
        "{:10} {:10} {:>12} {:>11} {:>9} {:>10}\n", "thief", "cops", "payoff", "captured",
        "escaped", "survived");
    for (const Named& thief : thieves) {
        for (const Named& police : policemen) {
            print_pair(thief, police, setups);
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    try {
        run(argument_count, arguments);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "cops-matrix: {}\n", problem.what());
        return 1;
    }
}
