// How far the plans of foresight are from optimal ones, and the constants of its estimate.
//
//     cops-distance [POSITIONS] [KEY=VALUE …]
//         Takes positions from games of foresight-2 against itself and solves the game of one
//         plan in each: ai-samples/cops/README.md, "How far from optimal".
//     cops-distance fit [GAMES] [KEY=VALUE …]
//         Fits the estimate of positions (lib/foresight/plan_game.cpp) to the ends of games in
//         which foresight plays against itself.
//
// Keys: seed=N (the first field), seeds=N (plans of each AI in a position), futures=N (in each of
// two halves), rounds=N and replayed=N (how much level 3 simulates: lib/foresight/futures.hpp). The
// default is 40 positions or games.

#include "base/random.hpp"
#include "cops/lib/arena.hpp"
#include "cops/lib/foresight/foresight.hpp"
#include "cops/lib/foresight/oracle.hpp"
#include "games/cops/field.hpp"

#include <algorithm>
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
using namespace referee::cops::sample;

constexpr int no_hurry = 600'000; ///< a time limit in milliseconds that never matters

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

Setup draw_field(std::uint64_t seed) {
    Rng rng(seed);
    FieldText text("a drawn field", create_setup({2, {}}, rng));
    return read_setup(text);
}

/// An AI that is measured, and the processor time of its plans.
struct Measured {
    std::string name;
    Brains brains;
    double seconds = 0;
    int plans = 0;

    std::vector<Step> plan(const Situation& situation, std::string& memory) {
        const std::clock_t begin = std::clock();
        auto steps = (situation.is_thief ? brains.thief : brains.cops)(situation, memory);
        seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        ++plans;
        return steps;
    }
};

/// Before a plan: what each side is told, and what each AI remembers in each role.
struct Turn {
    State state; ///< with headings
    std::array<Situation, 2> situations;
    std::array<std::vector<std::string>, 2> memories; ///< by side and AI
    std::array<std::vector<Step>, 2> plans;           ///< as played
};

struct Game {
    Setup setup;
    std::vector<Turn> turns;
    Played played;
};

/// Plays a game of one AI against another; all AIs look on from both sides, so that each has its
/// memory in every position.
Game record_game(
    const Setup& setup, std::vector<Measured>& ais, std::array<std::size_t, 2> players,
    std::uint32_t seed) {
    Game game{setup, {}, {}};
    std::array<std::vector<std::string>, 2> memories;
    memories.fill(std::vector<std::string>(ais.size()));
    const auto recorded = [&](std::size_t side) {
        return [&, side](const Situation& situation, std::string&) {
            if (side == 0) { // the arena asks the thief first
                game.turns.emplace_back();
            }
            Turn& turn = game.turns.back();
            turn.situations[side] = situation;
            turn.memories[side] = memories[side];
            for (std::size_t ai = 0; ai < ais.size(); ++ai) {
                auto steps = ais[ai].plan(situation, memories[side][ai]);
                if (ai == players[side]) {
                    turn.plans[side] = std::move(steps);
                }
            }
            return turn.plans[side];
        };
    };
    game.played = play(setup, {recorded(0), recorded(1)}, seed, no_hurry);
    State state = setup.start;
    move_surroundings(state, setup.parameters, setup.words_of(0));
    const auto length = static_cast<std::size_t>(setup.parameters.plan_length);
    for (Turn& turn : game.turns) {
        turn.state = state;
        for (std::size_t i = 0; i < length && state.end == End::none; ++i) {
            Steps steps;
            steps.thief = turn.plans[0][i];
            for (std::size_t cop = 0; cop < state.cop_count; ++cop) {
                steps.cops[cop] = turn.plans[1][cop * length + i];
            }
            move_players(state, setup.parameters, steps);
            if (state.end == End::none) {
                move_surroundings(state, setup.parameters, setup.words_of(state.tick));
            }
        }
    }
    return game;
}

/// Futures of a position whose walls' and gates' headings are known.
std::vector<Future> futures_of(const Turn& turn, int count, std::mt19937& generator) {
    const Knowledge knowledge(turn.situations[0], "");
    std::vector<Future> futures =
        draw_futures(turn.situations[0], knowledge, {1}, {.futures = count}, generator);
    for (Future& future : futures) {
        future.state = turn.state;
    }
    return futures;
}

std::vector<Track> tracks_of(const PlanGame& game, const CopsPlan& plan) {
    std::vector<Track> tracks;
    for (std::size_t cop = 0; cop < game.cops(); ++cop) {
        tracks.push_back(game.cop_track(cop, plan.data() + cop * game.length()));
    }
    return tracks;
}

// --- The constants of the estimate -------------------------------------------------------------

struct Sample {
    Features features;
    double escapes = 0; ///< the fraction of games in which the thief escapes
    double later = 0;   ///< mean number of ticks until the end
};

/// The positions at the ends of plans after which the game went on.
void add_samples(const Game& game, std::vector<Sample>& samples) {
    const int words = game.setup.start.wall_count + game.setup.start.gate_count;
    const int length = game.setup.parameters.plan_length;
    const int end = game.played.end == End::escaped
                        ? 2 * game.setup.parameters.ticks - game.played.payoff - 1
                        : game.played.payoff;
    for (std::size_t i = 0; i + 1 < game.turns.size(); ++i) {
        const Turn& turn = game.turns[i];
        std::vector<Future> futures(1);
        futures[0].state = turn.state;
        for (int tick = 1; tick <= length; ++tick) {
            const Word* first = game.setup.words_of(turn.state.tick + tick);
            futures[0].words.insert(futures[0].words.end(), first, first + words);
        }
        const PlanGame plan_game(turn.situations[0], futures);
        std::vector<Track> tracks;
        for (std::size_t cop = 0; cop < plan_game.cops(); ++cop) {
            tracks.push_back(plan_game.cop_track(
                cop, turn.plans[1].data() + cop * static_cast<std::size_t>(length)));
        }
        std::vector<const Track*> cops;
        for (const Track& track : tracks) {
            cops.push_back(&track);
        }
        const Track thief = plan_game.thief_track(turn.plans[0]);
        samples.push_back(
            {plan_game.features(0, thief.back(), cops), game.played.end == End::escaped ? 1.0 : 0.0,
             static_cast<double>(end - turn.state.tick - length)});
    }
}

/// Solves a · x = b by elimination; `a` is positive definite.
Features solved(std::array<Features, feature_count> a, Features b) {
    for (std::size_t i = 0; i < feature_count; ++i) {
        for (std::size_t row = 0; row < feature_count; ++row) {
            const double factor = row == i ? 0 : a[row][i] / a[i][i];
            for (std::size_t column = 0; column < feature_count; ++column) {
                a[row][column] -= factor * a[i][column];
            }
            b[row] -= factor * b[i];
        }
    }
    for (std::size_t i = 0; i < feature_count; ++i) {
        b[i] /= a[i][i];
    }
    return b;
}

/// Logistic regression by Newton's method, with a little shrinking.
Features fitted(const std::vector<Sample>& samples) {
    constexpr double shrinking = 0.3;
    Features weights{};
    for (int round = 0; round < 30; ++round) {
        std::array<Features, feature_count> second{};
        Features first{};
        for (std::size_t i = 0; i < feature_count; ++i) {
            second[i][i] = shrinking;
            first[i] = -shrinking * weights[i];
        }
        for (const Sample& sample : samples) {
            double sum = 0;
            for (std::size_t i = 0; i < feature_count; ++i) {
                sum += weights[i] * sample.features[i];
            }
            const double escape = 1 / (1 + std::exp(-sum));
            for (std::size_t i = 0; i < feature_count; ++i) {
                first[i] += (sample.escapes - escape) * sample.features[i];
                for (std::size_t j = 0; j < feature_count; ++j) {
                    second[i][j] += escape * (1 - escape) * sample.features[i] * sample.features[j];
                }
            }
        }
        const Features change = solved(second, first);
        for (std::size_t i = 0; i < feature_count; ++i) {
            weights[i] += change[i];
        }
    }
    return weights;
}

/// Positions in games of the lecture's AIs, after each pair of plans of the lecture and some drawn
/// ones; both sides follow the lecture's strongest methods from there.
void add_played_out(std::uint64_t seed, std::vector<Sample>& samples) {
    std::mt19937 generator(static_cast<std::uint32_t>(seed));
    const Setup setup = draw_field(seed);
    std::vector<Measured> ais{
        {"lecture",
         {thief_brain(thieves[generator() % thieves.size()].plan),
          cops_brain(policemen[generator() % policemen.size()].plan)},
         0,
         0}};
    const Game game = record_game(setup, ais, {0, 0}, static_cast<std::uint32_t>(seed));
    for (const Turn& turn : game.turns) {
        constexpr int drawn = 3;
        const Situation& situation = turn.situations[0];
        const Scene scene(situation.state, situation.parameters, situation.constants);
        std::vector<std::vector<Step>> thief_plans;
        for (const ThiefPlanner planner : thief_policies) {
            thief_plans.push_back(steps_along(scene, planner(scene)));
        }
        std::vector<CopsPlan> cops_plans;
        for (const CopsPolicy& policy : cops_policies) {
            cops_plans.push_back(policy.plan(scene, policy.thief));
        }
        for (int i = 0; i < drawn; ++i) {
            const auto first = static_cast<Step>(generator() % 5);
            const auto second = static_cast<Step>(generator() % 5);
            thief_plans.push_back({first, second, first, second, first});
            // Parts of several plans, and of a cop that goes anywhere.
            CopsPlan mixed = cops_plans[generator() % cops_models];
            for (std::size_t cop = 0; cop < situation.state.cop_count; ++cop) {
                const CopsPlan& other = cops_plans[generator() % cops_models];
                for (std::size_t at = 5 * cop; at < 5 * cop + 5; ++at) {
                    mixed[at] = other[at];
                }
            }
            cops_plans.push_back(mixed);
        }
        const std::vector<Future> futures = futures_of(turn, 2, generator);
        const PlanGame plan_game(situation, futures);
        for (int i = 0; i < 12; ++i) {
            const auto& thief_plan = thief_plans[generator() % thief_plans.size()];
            const auto& cops_plan = cops_plans[generator() % cops_plans.size()];
            const std::vector<Track> tracks = tracks_of(plan_game, cops_plan);
            std::vector<const Track*> cops;
            for (const Track& track : tracks) {
                cops.push_back(&track);
            }
            const Track thief = plan_game.thief_track(thief_plan);
            Script script;
            script.thief_steps = &thief_plan;
            script.cops_steps = &cops_plan;
            script.thief = thief_gatehalo;
            script.cops = {cops_guard, thief_gatehalo};
            const std::size_t future = generator() % futures.size();
            const int now = situation.state.tick + situation.parameters.plan_length;
            const int payoff = play_out(futures[future], script, situation, {});
            const int ticks = situation.parameters.ticks;
            const int end = payoff > ticks ? 2 * ticks - payoff - 1 : payoff;
            if (end >= now && payoff != ticks) {
                const Place place = thief[future * plan_game.length() + plan_game.length() - 1];
                samples.push_back(
                    {plan_game.features(future, place, cops), payoff > ticks ? 1.0 : 0.0,
                     static_cast<double>(end - now)});
            }
        }
    }
}

void print_fit(const Request& request) {
    Effort effort;
    effort.level = request.level;
    std::vector<Measured> ais{
        {"foresight", {foresight_thief(effort), foresight_cops(effort)}, 0, 0}};
    std::vector<Sample> samples;
    for (int i = 0; i < request.count; ++i) {
        const std::uint64_t seed = request.seed + static_cast<std::uint64_t>(i);
        if (request.level == 0) {
            add_played_out(seed, samples);
        } else {
            const auto number = static_cast<std::uint32_t>(seed);
            add_samples(record_game(draw_field(seed), ais, {0, 0}, number), samples);
        }
    }
    const Features weights = fitted(samples);
    double capture_delay = 0;
    double escape_delay = 0;
    double escapes = 0;
    double likelihood = 0;
    for (const Sample& sample : samples) {
        escapes += sample.escapes;
        escape_delay += sample.escapes * (sample.later - 10 * sample.features[3]);
        capture_delay += (1 - sample.escapes) * sample.later;
        double sum = 0;
        for (std::size_t i = 0; i < feature_count; ++i) {
            sum += weights[i] * sample.features[i];
        }
        likelihood -= sample.escapes * std::log(1 + std::exp(-sum)) +
                      (1 - sample.escapes) * std::log(1 + std::exp(sum));
    }
    const auto count = static_cast<double>(samples.size());
    fmt::print(
        "{} games, {} positions, {:.1f} % escapes, log likelihood {:.3f} per position\n",
        request.count, samples.size(), 100 * escapes / count, likelihood / count);
    fmt::print("weights {:.2f}\n", fmt::join(weights, ", "));
    fmt::print(
        "ticks until a capture {:.1f}, until an escape {:.1f} more than the way\n",
        capture_delay / (count - escapes), escape_delay / escapes);
}

// --- The distance ------------------------------------------------------------------------------

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
            std::vector<const Track*> cops;
            for (const Track& track : all) {
                cops.push_back(&track);
            }
            payoffs[row].push_back(game.payoff(thief, cops));
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
    std::vector<const Track*> thieves;
    for (const Track& track : thief_tracks) {
        thieves.push_back(&track);
    }
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
            {fmt::format("foresight-{}", level),
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
        request.fit ? print_fit(request) : print_distances(request);
        return 0;
    } catch (const std::exception& problem) {
        fmt::print(stderr, "cops-distance: {}\n", problem.what());
        return 1;
    }
}
