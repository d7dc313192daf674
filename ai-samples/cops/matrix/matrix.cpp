// Games of cops in one process, on fields drawn from fixed seeds.
//
//     cops-matrix [FIELDS] [KEY=VALUE …]
//         Plays every thief against all policemen: the mean payoff of the thief, and how often he
//         was captured, escaped and survived. thief=NAME and cops=NAME select one of them.
//     cops-matrix duels [FIELDS] [KEY=VALUE …]
//         Plays double matches of foresight against every other AI. against=NAME selects one;
//         effort.KEY=NUMBER changes how much foresight simulates (lib/foresight/futures.hpp).
//
// The default is 100 fields, the first with the seed 5000 (seed=NUMBER); other keys are settings as
// in `referee create --set`.

#include "base/random.hpp"
#include "cops/lib/arena.hpp"
#include "cops/lib/foresight/foresight.hpp"
#include "games/cops/field.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace referee;
using namespace referee::cops;

constexpr int no_hurry = 600'000; ///< a time limit in milliseconds that never matters

struct Named {
    std::string name;
    sample::Brain brain;
};

std::vector<Setup> draw_fields(int count, std::uint64_t first_seed, const CreateRequest& request) {
    std::vector<Setup> setups;
    for (int i = 0; i < count; ++i) {
        Rng rng(first_seed + static_cast<std::uint64_t>(i));
        FieldText text("a drawn field", create_setup(request, rng));
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
        const sample::Played played =
            sample::play(setup, {thief.brain, police.brain}, ++seed, no_hurry);
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
        "{:11} {:11} {:6.0f} ± {:3.0f} {:9.0f} % {:7.0f} % {:8.0f} %\n", thief.name, police.name,
        mean, error, percent(End::captured), percent(End::escaped), percent(End::survived));
    std::fflush(stdout);
}

/// The options of the command line.
struct Request {
    bool duels = false;
    int fields = 100;
    std::uint64_t first_seed = 5000; ///< none of these fields was used for tuning
    std::string against;             ///< duels: if not empty, only this one
    std::string thief;               ///< if not empty, only this one
    std::string cops;
    sample::Effort effort; ///< duels: of foresight itself
    CreateRequest create;
};

Request read_request(int argument_count, char** arguments) {
    const std::map<std::string, int sample::Effort::*> efforts{
        {"futures", &sample::Effort::futures},   {"finalists", &sample::Effort::finalists},
        {"turns", &sample::Effort::turns},       {"level", &sample::Effort::level},
        {"mirrored", &sample::Effort::mirrored}, {"rounds", &sample::Effort::rounds},
        {"replayed", &sample::Effort::replayed}};
    Request request;
    for (int i = 1; i < argument_count; ++i) {
        const std::string word = arguments[i];
        const std::size_t at = word.find('=');
        const std::string value = at == std::string::npos ? "" : word.substr(at + 1);
        if (word == "duels") {
            request.duels = true;
        } else if (at == std::string::npos) {
            request.fields = std::stoi(word);
        } else if (word.starts_with("against=")) {
            request.against = value;
        } else if (word.starts_with("seed=")) {
            request.first_seed = std::stoull(value);
        } else if (word.starts_with("effort.")) {
            request.effort.*efforts.at(word.substr(7, at - 7)) = std::stoi(value);
        } else if (word.starts_with("thief=")) {
            request.thief = value;
        } else if (word.starts_with("cops=") && value.find_first_of("0123456789") != 0) {
            request.cops = value;
        } else {
            request.create.settings[word.substr(0, at)] = value;
        }
    }
    return request;
}

void print_matrix(const Request& request, const std::vector<Setup>& setups) {
    std::vector<Named> thieves{{"random", sample::random_brain()}};
    for (const sample::NamedThief& thief : sample::thieves) {
        thieves.push_back({std::string(thief.name), sample::thief_brain(thief.plan)});
    }
    thieves.push_back({"foresight-1", sample::foresight_thief({.level = 1})});
    thieves.push_back({"foresight-2", sample::foresight_thief({.level = 2})});
    thieves.push_back({"foresight", sample::foresight_thief()});
    std::vector<Named> policemen{{"random", sample::random_brain()}};
    for (const sample::NamedCops& police : sample::policemen) {
        policemen.push_back({std::string(police.name), sample::cops_brain(police.plan)});
    }
    policemen.push_back({"foresight-1", sample::foresight_cops({.level = 1})});
    policemen.push_back({"foresight-2", sample::foresight_cops({.level = 2})});
    policemen.push_back({"foresight", sample::foresight_cops()});
    fmt::print(
        "{:11} {:11} {:>12} {:>11} {:>9} {:>10}\n", "thief", "cops", "payoff", "captured",
        "escaped", "survived");
    for (const Named& thief : thieves) {
        for (const Named& police : policemen) {
            if ((request.thief.empty() || request.thief == thief.name) &&
                (request.cops.empty() || request.cops == police.name)) {
                print_pair(thief, police, setups);
            }
        }
    }
}

/// Wilson's 95 % interval of a score, in which draws count half.
std::pair<double, double> wilson(double wins, double count) {
    constexpr double z = 1.96;
    const double share = wins / count;
    const double middle = share + z * z / (2 * count);
    const double half = z * std::sqrt(share * (1 - share) / count + z * z / (4 * count * count));
    const double scale = 1 + z * z / count;
    return {(middle - half) / scale, (middle + half) / scale};
}

void print_duel(
    std::string_view name, const sample::Brains& other, const Request& request,
    const std::vector<Setup>& setups) {
    double seconds = 0;
    int plans = 0;
    const auto timed = [&](const sample::Brain& brain) {
        return [&seconds, &plans, brain](const sample::Situation& situation, std::string& memory) {
            const std::clock_t begin = std::clock();
            auto steps = brain(situation, memory);
            seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            ++plans;
            return steps;
        };
    };
    const sample::Brains own{
        timed(sample::foresight_thief(request.effort)),
        timed(sample::foresight_cops(request.effort))};
    int won = 0;
    int drawn = 0;
    double sum = 0;
    double squares = 0;
    std::uint32_t seed = 0;
    for (const Setup& setup : setups) {
        ++seed;
        const int mine = sample::play(setup, {own.thief, other.cops}, seed, no_hurry).payoff;
        const int theirs = sample::play(setup, {other.thief, own.cops}, seed, no_hurry).payoff;
        const double score = mine - theirs;
        won += score > 0 ? 1 : 0;
        drawn += score == 0 ? 1 : 0;
        sum += score;
        squares += score * score;
    }
    const auto count = static_cast<double>(setups.size());
    const double mean = sum / count;
    const double error = 1.96 * std::sqrt((squares / count - mean * mean) / count);
    const auto [low, high] = wilson(won + 0.5 * drawn, count);
    fmt::print(
        "{:22} {:4} {:4} {:4}   {:3.0f} % ({:.0f} to {:.0f})   {:5.0f} ± {:3.0f} {:8.1f}\n", name,
        won, drawn, static_cast<int>(setups.size()) - won - drawn,
        100 * (won + 0.5 * drawn) / count, 100 * low, 100 * high, mean, error,
        1000 * seconds / plans);
    std::fflush(stdout);
}

void print_duels(const Request& request, const std::vector<Setup>& setups) {
    using namespace sample;
    const auto pair = [](ThiefPlanner thief, CopsPlanner cops) {
        return Brains{thief_brain(thief), cops_brain(cops)};
    };
    const std::vector<std::pair<std::string, Brains>> others{
        {"random", {random_brain(), random_brain()}},
        {"reference", pair(thief_gate, cops_chase)},
        {"gatehalo", pair(thief_gatehalo, cops_chase)},
        {"away", pair(thief_away, cops_chase)},
        {"smart", pair(thief_smart, cops_chase)},
        {"disperse", pair(thief_gate, cops_disperse)},
        {"predict", pair(thief_gate, cops_predict)},
        {"guard", pair(thief_gate, cops_guard)},
        {"gatehalo with guard", pair(thief_gatehalo, cops_guard)},
        {"gatehalo with predict", pair(thief_gatehalo, cops_predict)},
        {"foresight-1", {foresight_thief({.level = 1}), foresight_cops({.level = 1})}},
        {"foresight-2", {foresight_thief({.level = 2}), foresight_cops({.level = 2})}}};
    fmt::print(
        "{:22} {:>4} {:>4} {:>4}   {:18} {:11} {}\n", "foresight against", "won", "drew", "lost",
        "share (95 %)", "score", "CPU ms/plan");
    for (const auto& [name, brains] : others) {
        if (request.against.empty() || request.against == name) {
            print_duel(name, brains, request, setups);
        }
    }
}

void run(int argument_count, char** arguments) {
    const Request request = read_request(argument_count, arguments);
    const std::vector<Setup> setups =
        draw_fields(request.fields, request.first_seed, request.create);
    if (request.duels) {
        print_duels(request, setups);
    } else {
        print_matrix(request, setups);
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
