// How far the plans of foresight are from optimal ones, and the weights of its estimate.
//
//     cops-distance [POSITIONS] [KEY=VALUE …]
//         Takes positions from games of foresight-2 against itself and solves the game of one
//         plan in each: ai-samples/cops/README.md, "How far from optimal".
//     cops-distance fit [GAMES] [KEY=VALUE …]
//         Fits the estimate of positions (lib/foresight/plan_game.cpp) to how they end if the
//         lecture's AIs go on from them. level=N: to games of foresight against itself.
//
// Keys: seed=N (the first field), seeds=N (plans of each AI in a position), futures=N (in each of
// two halves), and how much foresight simulates: own_futures=N, rounds=N, replayed=N and
// played_share=SHARE (lib/foresight/futures.hpp). The default is 40 positions or games.

#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/foresight/oracle.hpp"
#include "cops/matrix/fit.hpp"
#include "cops/matrix/recorded.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace referee::cops;
using namespace referee::cops::sample;

struct Request {
    bool fit = false;
    int count = 40;
    std::uint64_t seed = 20000;
    int level = 0;
    int seeds = 8;
    int futures = 16;
    Effort effort{.level = 3};
};

Request read_request(int argument_count, char** arguments) {
    Request request;
    const std::map<std::string, int Request::*> numbers{
        {"level", &Request::level}, {"seeds", &Request::seeds}, {"futures", &Request::futures}};
    const std::map<std::string, int Effort::*> efforts{
        {"own_futures", &Effort::futures},
        {"rounds", &Effort::rounds},
        {"replayed", &Effort::replayed}};
    for (int i = 1; i < argument_count; ++i) {
        const std::string word = arguments[i];
        const std::size_t at = word.find('=');
        const std::string key = word.substr(0, at);
        if (word == "fit") {
            request.fit = true;
        } else if (at == std::string::npos) {
            request.count = std::stoi(word);
        } else if (key == "seed") {
            request.seed = std::stoull(word.substr(at + 1));
        } else if (key == "played_share") {
            request.effort.played_share = std::stod(word.substr(at + 1));
        } else if (efforts.contains(key)) {
            request.effort.*efforts.at(key) = std::stoi(word.substr(at + 1));
        } else {
            request.*numbers.at(key) = std::stoi(word.substr(at + 1));
        }
    }
    return request;
}

/// The plans of both sides in a position that are played against each other.
struct Pool {
    std::vector<std::vector<Step>> thieves;
    std::vector<CopsPlan> cops;

    std::size_t add(std::size_t side, const std::vector<Step>& plan) {
        auto& plans = side == 0 ? thieves : cops;
        const auto found = std::find(plans.begin(), plans.end(), plan);
        if (found != plans.end()) {
            return static_cast<std::size_t>(found - plans.begin());
        }
        plans.push_back(plan);
        return plans.size() - 1;
    }
};

/// The plans that an AI makes with several seeds, as indices of the pool: [side][seed].
using Choices = std::array<std::vector<std::size_t>, 2>;

Mixture mixture_of(const std::vector<std::size_t>& choices, std::size_t plans) {
    Mixture result(plans);
    for (const std::size_t choice : choices) {
        result[choice] += 1 / static_cast<double>(choices.size());
    }
    return result;
}

/// Both sides' plans after these follow methods of the lecture.
Matrix
played_out(const Pool& pool, const Situation& situation, const std::vector<Future>& futures) {
    Matrix payoffs(pool.thieves.size(), std::vector<double>(pool.cops.size()));
    for (std::size_t row = 0; row < pool.thieves.size(); ++row) {
        for (std::size_t column = 0; column < pool.cops.size(); ++column) {
            Script script;
            script.thief_steps = &pool.thieves[row];
            script.cops_steps = &pool.cops[column];
            script.thief = thief_gatehalo;
            script.cops = {cops_guard, thief_gatehalo};
            for (const Future& future : futures) {
                payoffs[row][column] +=
                    play_out(future, script, situation, {}) / static_cast<double>(futures.size());
            }
        }
    }
    return payoffs;
}

Matrix estimated(const Pool& pool, const PlanGame& game) {
    Matrix payoffs(pool.thieves.size());
    std::vector<std::vector<Track>> tracks;
    for (const CopsPlan& plan : pool.cops) {
        tracks.push_back(tracks_of(game, plan));
    }
    for (std::size_t row = 0; row < pool.thieves.size(); ++row) {
        const Track thief = game.thief_track(pool.thieves[row]);
        for (const std::vector<Track>& all : tracks) {
            payoffs[row].push_back(game.payoff(thief, pointers_to(all)));
        }
    }
    return payoffs;
}

/// Adds the plans of the lecture, those of the solution of the game of one plan, and best responses
/// to each AI's mixtures.
void add_strong_plans(
    Pool& pool, const std::vector<Choices>& ais, const Situation& situation,
    const std::vector<Future>& futures) {
    const Stopwatch watch(no_hurry);
    const PlanGame game(situation, futures);
    Oracle oracle(game, true, watch);
    const Scene scene(situation.state, situation.parameters, situation.constants);
    for (const ThiefPlanner planner : thief_policies) {
        const auto plan = steps_along(scene, planner(scene));
        pool.add(0, plan);
        oracle.add_thief(plan);
    }
    for (const CopsPolicy& policy : cops_policies) {
        const CopsPlan plan = policy.plan(scene, policy.thief);
        pool.add(1, plan);
        oracle.add_cops(plan);
    }
    std::vector<std::vector<Track>> cops_tracks;
    for (const CopsPlan& plan : pool.cops) {
        cops_tracks.push_back(tracks_of(game, plan));
    }
    std::vector<Track> thief_tracks;
    for (const std::vector<Step>& plan : pool.thieves) {
        thief_tracks.push_back(game.thief_track(plan));
    }
    std::vector<const std::vector<Track>*> cops;
    for (const std::vector<Track>& tracks : cops_tracks) {
        cops.push_back(&tracks);
    }
    const std::vector<const Track*> thieves = pointers_to(thief_tracks);
    const CopsPlan guard = cops_guard(scene, thief_gatehalo);
    for (const Choices& choices : ais) {
        pool.add(0, best_thief(game, cops, mixture_of(choices[1], cops.size()), 2000, watch).plan);
        const Mixture mixture = mixture_of(choices[0], thieves.size());
        for (const CopsPlan& start : {guard, pool.cops[choices[1][0]]}) {
            pool.add(1, better_cops(game, start, thieves, mixture, 4, watch).plan);
        }
    }
    oracle.balance();
    for (int round = 0; round < 15 && oracle.respond(0.2); ++round) {
        oracle.balance();
    }
    oracle.balance();
    constexpr double negligible = 0.03;
    for (std::size_t plan = 0; plan < oracle.thieves().size(); ++plan) {
        if (oracle.thief_mixture()[plan] > negligible) {
            pool.add(0, oracle.thieves()[plan]);
        }
    }
    for (std::size_t plan = 0; plan < oracle.cops().size(); ++plan) {
        if (oracle.cops_mixture()[plan] > negligible) {
            pool.add(1, oracle.cops()[plan]);
        }
    }
}

double value(const Matrix& payoffs, const Mixture& rows, const Mixture& columns) {
    double sum = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < columns.size(); ++column) {
            sum += rows[row] * columns[column] * payoffs[row][column];
        }
    }
    return sum;
}

/// Only one plan.
Mixture pure(std::size_t plan, std::size_t plans) {
    Mixture result(plans);
    result[plan] = 1;
    return result;
}

Mixture best_row(const Matrix& payoffs, const Mixture& columns) {
    std::size_t best = 0;
    double max = -1;
    for (std::size_t row = 0; row < payoffs.size(); ++row) {
        const double got = value(payoffs, pure(row, payoffs.size()), columns);
        if (got > max) {
            max = got;
            best = row;
        }
    }
    return pure(best, payoffs.size());
}

Mixture best_column(const Matrix& payoffs, const Mixture& rows) {
    std::size_t best = 0;
    double min = 1e9;
    for (std::size_t column = 0; column < payoffs[0].size(); ++column) {
        const double got = value(payoffs, rows, pure(column, payoffs[0].size()));
        if (got < min) {
            min = got;
            best = column;
        }
    }
    return pure(best, payoffs[0].size());
}

/// Points that best responses gain, by side of the measured AI.
using Distance = std::array<double, 2>;

/// Payoffs in half of the futures, and the solution of that game.
struct Half {
    Matrix payoffs;
    Equilibrium solution;

    explicit Half(Matrix its_payoffs)
        : payoffs(std::move(its_payoffs)), solution(solve(payoffs, 5000, 0.1)) {}
};

/// A mixture of one side, for choosing a reply to it and for counting what the reply gets.
struct Seen {
    Mixture chosen;
    Mixture counted;
};

/// Replies and solutions are chosen on one half of the futures, what they get is counted on the
/// other half: so nobody is credited for having known the futures. Without mixtures, solutions are
/// measured.
Distance distance_from(const std::array<Half, 2>& halves, const Seen& rows, const Seen& columns) {
    Distance result{};
    for (const std::size_t half : {0, 1}) {
        const Matrix& chosen = halves[half].payoffs;
        const Matrix& counted = halves[1 - half].payoffs;
        const Equilibrium& solution = halves[half].solution;
        const double worth = value(counted, solution.rows, solution.columns);
        const bool is_measured = !rows.chosen.empty();
        const Seen own_rows = is_measured ? rows : Seen{solution.rows, solution.rows};
        const Seen own_columns = is_measured ? columns : Seen{solution.columns, solution.columns};
        const Mixture by_cops = best_column(chosen, own_rows.chosen);
        const Mixture by_thief = best_row(chosen, own_columns.chosen);
        result[0] += (worth - value(counted, own_rows.counted, by_cops)) / 2;
        result[1] += (value(counted, by_thief, own_columns.counted) - worth) / 2;
    }
    return result;
}

/// The distance if the replies are to just the plans that are counted: too high, because with few
/// seeds these aren't the mixture of the AI.
Distance
distance_to_same(const std::array<Half, 2>& halves, const Choices& choices, const Pool& pool) {
    const Mixture rows = mixture_of(choices[0], pool.thieves.size());
    const Mixture columns = mixture_of(choices[1], pool.cops.size());
    return distance_from(halves, {rows, rows}, {columns, columns});
}

/// The distance if the replies are to the plans of the other half of the seeds: too low, because
/// the opponent knows the mixture only from them.
Distance
distance_to_other(const std::array<Half, 2>& halves, const Choices& choices, const Pool& pool) {
    std::array<std::array<Mixture, 2>, 2> mixtures; // [half of the seeds][side]
    for (const std::size_t side : {0, 1}) {
        const auto middle = choices[side].begin() + std::ssize(choices[side]) / 2;
        const std::size_t plans = side == 0 ? pool.thieves.size() : pool.cops.size();
        mixtures[0][side] = mixture_of({choices[side].begin(), middle}, plans);
        mixtures[1][side] = mixture_of({middle, choices[side].end()}, plans);
    }
    Distance result{};
    for (const std::size_t half : {0, 1}) {
        const auto& [rows, columns] = mixtures[half];
        const auto& [other_rows, other_columns] = mixtures[1 - half];
        const Distance one = distance_from(halves, {rows, other_rows}, {columns, other_columns});
        result[0] += one[0] / 2;
        result[1] += one[1] / 2;
    }
    return result;
}

/// Means over positions.
struct Sums {
    std::array<double, 3> sums{}; ///< thief, cops, both
    std::array<double, 3> squares{};
    int count = 0;

    void add(const Distance& distance) {
        const std::array<double, 3> values{distance[0], distance[1], distance[0] + distance[1]};
        for (std::size_t i = 0; i < values.size(); ++i) {
            sums[i] += values[i];
            squares[i] += values[i] * values[i];
        }
        ++count;
    }

    /// The mean with a 95 % interval.
    std::string text(std::size_t i) const {
        const double mean = sums[i] / count;
        const double variance = squares[i] / count - mean * mean;
        return fmt::format("{:.1f} ± {:.1f}", mean, 1.96 * std::sqrt(variance / count));
    }
};

/// The distances of all AIs, each to the same and to other seeds, and of solutions on half of the
/// futures, in one position; the first half of the result with the rest of the game played out, the
/// second with the estimate.
std::vector<Distance> distances_in(
    const Turn& turn, std::vector<Measured>& ais, const Request& request, std::uint32_t seed) {
    Pool pool;
    std::vector<Choices> choices(ais.size());
    for (std::size_t ai = 0; ai < ais.size(); ++ai) {
        for (const std::size_t side : {0, 1}) {
            for (int i = 0; i < request.seeds; ++i) {
                Situation situation = turn.situations[side];
                situation.seed = seed + 7919U * static_cast<std::uint32_t>(i + 1);
                std::string memory = turn.memories[side][ai];
                choices[ai][side].push_back(pool.add(side, ais[ai].plan(situation, memory)));
            }
        }
    }
    std::mt19937 generator(seed);
    const Situation& situation = turn.situations[0];
    add_strong_plans(pool, choices, situation, futures_of(turn, request.futures, generator));
    const std::array futures{
        futures_of(turn, request.futures, generator), futures_of(turn, request.futures, generator)};
    const std::array played{
        Half(played_out(pool, situation, futures[0])),
        Half(played_out(pool, situation, futures[1]))};
    const std::array guessed{
        Half(estimated(pool, PlanGame(situation, futures[0]))),
        Half(estimated(pool, PlanGame(situation, futures[1])))};
    std::vector<Distance> result;
    for (const auto& halves : {played, guessed}) {
        for (const Choices& own : choices) {
            result.push_back(distance_to_same(halves, own, pool));
            result.push_back(distance_to_other(halves, own, pool));
        }
        result.push_back(distance_from(halves, {}, {}));
    }
    return result;
}

void print_distances(const Request& request) {
    std::vector<Measured> ais;
    for (const int level : {2, 3}) {
        Effort effort = level == 3 ? request.effort : Effort();
        effort.level = level;
        ais.push_back(
            {level == 3 ? "foresight" : "foresight-2",
             {foresight_thief(effort), foresight_cops(effort)},
             0,
             0});
    }
    const std::size_t rows = 2 * ais.size() + 1;
    std::vector<Sums> sums(2 * rows);
    int positions = 0;
    for (std::uint64_t seed = request.seed; positions < request.count; ++seed) {
        const auto number = static_cast<std::uint32_t>(seed);
        // Positions of games of foresight-2 against itself, so that they are the same for all
        // changes.
        const Game game = record_game(draw_field(seed), ais, {0, 0}, number);
        std::mt19937 generator(number);
        for (int i = 0; i < 2 && positions < request.count; ++i, ++positions) {
            const Turn& turn = game.turns[generator() % game.turns.size()];
            const std::vector<Distance> distances = distances_in(turn, ais, request, generator());
            for (std::size_t j = 0; j < sums.size(); ++j) {
                sums[j].add(distances[j]);
            }
        }
    }
    fmt::print("| plans of | replies to | rest of the game | thief | cops | both | CPU ms/plan |\n"
               "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (std::size_t j = 0; j < sums.size(); ++j) {
        const std::size_t row = j % rows;
        const bool is_ai = row + 1 < rows;
        const Measured& ai = ais[is_ai ? row / 2 : 0];
        fmt::print(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            is_ai ? "`" + ai.name + "`" : "a solution on other futures",
            !is_ai         ? ""
            : row % 2 == 0 ? "these plans"
                           : "plans of other seeds",
            j < rows ? "played out" : "estimated", sums[j].text(0), sums[j].text(1),
            sums[j].text(2), is_ai ? fmt::format("{:.0f}", 1000 * ai.seconds / ai.plans) : "");
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    try {
        const Request request = read_request(argument_count, arguments);
        if (request.fit) {
            print_fit(request.count, request.seed, request.level);
        } else {
            print_distances(request);
        }
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "cops-distance: {}\n", problem.what());
        return 1;
    }
}
