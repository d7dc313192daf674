#include "support/stored/racing.hpp"

#include "tournament/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

namespace racing {
namespace {

using referee::Plan;
using referee::PlannedMatch;

/// The result of a match: each of its games is won in proportion to strength (Bradley–Terry, for
/// more players Luce), and in games for two 30 % of equals' games are drawn.
std::vector<double>
play(const PlannedMatch& match, const Setup& setup, std::mt19937_64& generator) {
    std::vector<double> weights;
    double sum = 0;
    for (const int ai : match.group) {
        weights.push_back(std::pow(10, setup.strengths[static_cast<std::size_t>(ai)] / 400));
        sum += weights.back();
    }
    std::vector<double> points(weights.size());
    std::uniform_real_distribution<> uniform(0, 1);
    for (int game = 0; game < setup.seats; ++game) {
        double drawn = uniform(generator);
        if (setup.seats == 2) {
            const double edge = setup.edges.empty()
                                    ? 0
                                    : setup.edges[static_cast<std::size_t>(match.group[0])]
                                                 [static_cast<std::size_t>(match.group[1])];
            const double expected = 1 / (1 + weights[1] / weights[0] * std::pow(10, -edge / 400));
            const double half = 0.15 * 4 * expected * (1 - expected);
            const double won = drawn < expected - half ? 1 : drawn < expected + half ? 0.5 : 0;
            points[0] += won;
            points[1] += 1 - won;
            continue;
        }
        std::size_t winner = 0;
        for (drawn *= sum; winner + 1 < weights.size() && drawn >= weights[winner]; ++winner) {
            drawn -= weights[winner];
        }
        points[winner] += 1;
    }
    return points;
}

} // namespace

Outcome race(const Setup& setup, std::uint64_t config, std::size_t workers) {
    referee::PlanConfig plan_order;
    plan_order.format = referee::Format::racing;
    plan_order.ais = static_cast<int>(setup.strengths.size());
    plan_order.seats = setup.seats;
    plan_order.games_per_match = setup.seats;
    plan_order.fields = setup.fields;
    plan_order.seed = setup.seed;
    plan_order.top = setup.top;
    for (int ai = 0; ai < plan_order.ais; ++ai) {
        plan_order.ai_keys.push_back(referee::seating_key("ai " + std::to_string(ai)));
    }
    for (int field = 0; field < setup.fields; ++field) {
        plan_order.field_keys.push_back(referee::seating_key("field " + std::to_string(field)));
    }
    const auto plan = referee::make_plan(plan_order);
    std::mt19937_64 draw(config);
    std::vector<PlannedMatch> running;
    Outcome outcome;
    while (true) {
        PlannedMatch match;
        if (running.size() < workers && plan->next(match) == Plan::Step::match) {
            running.push_back(match);
            outcome.matches.emplace_back(match.field, match.group);
            continue;
        }
        if (running.empty()) {
            break;
        }
        std::swap(running[draw() % running.size()], running.back());
        match = running.back();
        running.pop_back();
        std::mt19937_64 generator(
            setup.seed ^ plan_order.field_keys[static_cast<std::size_t>(match.field)] ^
            static_cast<std::uint64_t>(match.group[0]));
        plan->finished(
            match, play(match, setup, generator), std::vector<double>(match.group.size()));
    }
    outcome.race = *plan->verdict()->race;
    outcome.is_final = plan->verdict()->is_final;
    return outcome;
}

Strengths drawn(int ais, int top, double deviation, double gap, std::mt19937_64& generator) {
    std::normal_distribution<> normal(0, deviation);
    Strengths strengths(static_cast<std::size_t>(ais));
    const auto inside = static_cast<std::size_t>(top);
    do {
        for (double& strength : strengths) {
            strength = normal(generator);
        }
        std::sort(strengths.rbegin(), strengths.rend());
    } while (strengths[inside - 1] - strengths[inside] < gap);
    return strengths;
}

namespace {

/// `best`: the AIs that belong inside.
Simulation
simulate_setups(int races, const std::function<std::pair<Setup, std::vector<int>>(int)>& setup_of) {
    Simulation simulation;
    std::vector<double> games;
    std::vector<double> without_stops;
    for (int number = 0; number < races; ++number) {
        const auto [setup, best] = setup_of(number);
        const auto ais = static_cast<int>(setup.strengths.size());
        const Outcome outcome = race(setup);
        const bool is_open = !outcome.race.undecided.empty();
        simulation.undecided += is_open ? 1 : 0;
        simulation.by_shares += outcome.race.by_shares ? 1 : 0;
        const auto is_best = [&wanted = best](int ai) {
            return std::find(wanted.begin(), wanted.end(), ai) != wanted.end();
        };
        const auto strength_of = [&of_all = setup.strengths](int ai) {
            return of_all[static_cast<std::size_t>(ai)];
        };
        double border = std::numeric_limits<double>::infinity(); // the least among the best
        for (const int ai : best) {
            border = std::min(border, strength_of(ai));
        }
        // Whatever is decided of AIs that are tied there is wrong.
        const auto at_border = std::count_if(
            setup.strengths.begin(), setup.strengths.end(),
            [border](double strength) { return strength >= border; });
        const bool is_tie =
            setup.edges.empty() && at_border > static_cast<std::ptrdiff_t>(best.size());
        const auto is_tied = [&](int ai) { return is_tie && strength_of(ai) == border; };
        const auto are_any = [](const std::vector<int>& ais, const auto& holds) {
            return std::any_of(ais.begin(), ais.end(), holds);
        };
        const bool has_wrong =
            are_any(outcome.race.inside, [&](int ai) { return !is_best(ai) || is_tied(ai); }) ||
            are_any(outcome.race.outside, [&](int ai) { return is_best(ai) || is_tied(ai); });
        simulation.wrong += has_wrong ? 1 : 0;
        games.push_back(2.0 * static_cast<double>(outcome.matches.size()));
        without_stops.push_back(2.0 * outcome.race.fields * (ais / 2));
    }
    const auto quantile = [](std::vector<double>& values, double part) {
        std::sort(values.begin(), values.end());
        return values[static_cast<std::size_t>(part * static_cast<double>(values.size()))];
    };
    simulation.median_games = quantile(games, 0.5);
    simulation.games_of_tenths = {quantile(games, 0.1), quantile(games, 0.9)};
    simulation.median_without_stops = quantile(without_stops, 0.5);
    return simulation;
}

} // namespace

Simulation simulate(int races, int top, int fields, const std::function<Strengths()>& draw) {
    std::vector<int> best(static_cast<std::size_t>(top));
    std::iota(best.begin(), best.end(), 0);
    return simulate_setups(races, [&](int number) {
        return std::pair{Setup{draw(), top, fields, static_cast<std::uint64_t>(number)}, best};
    });
}

Simulation simulate_styles(int races, int ais, int top, int fields, double edge, double step) {
    const auto count = static_cast<std::size_t>(ais);
    Setup setup;
    setup.top = top;
    setup.fields = fields;
    setup.edges.assign(count, std::vector<double>(count));
    std::vector<double> scores(count);
    for (std::size_t i = 0; i < count; ++i) {
        setup.strengths.push_back(-step * static_cast<double>(i));
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) {
            const std::size_t styles = (j % 3 + 3 - i % 3) % 3;
            setup.edges[i][j] = styles == 1 ? edge : styles == 2 ? -edge : 0;
            const double difference = setup.strengths[i] - setup.strengths[j] + setup.edges[i][j];
            scores[i] += i == j ? 0 : 1 / (1 + std::pow(10, -difference / 400));
        }
    }
    std::vector<int> best(count);
    std::iota(best.begin(), best.end(), 0);
    std::sort(best.begin(), best.end(), [&](int a, int b) {
        return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    best.resize(static_cast<std::size_t>(top));
    return simulate_setups(races, [&](int number) {
        setup.seed = static_cast<std::uint64_t>(number);
        return std::pair{setup, best};
    });
}

Simulation
simulate_pairs(int races, int ais, int top, int fields, double deviation, double gap, double edge) {
    const auto count = static_cast<std::size_t>(ais);
    std::mt19937_64 generator(20261124);
    return simulate_setups(races, [&](int number) {
        Setup setup;
        setup.top = top;
        setup.fields = fields;
        setup.seed = static_cast<std::uint64_t>(number);
        std::normal_distribution<> normal(0, edge);
        std::vector<double> scores(count);
        std::vector<int> best(count);
        const auto score_of = [&](int ai) { return scores[static_cast<std::size_t>(ai)]; };
        const double slope = 400 * 4 / std::log(10.0); // Elo by score, near one half
        do {
            setup.strengths = drawn(ais, top, deviation, 0, generator);
            setup.edges.assign(count, std::vector<double>(count));
            scores.assign(count, 0);
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    setup.edges[i][j] = normal(generator);
                    setup.edges[j][i] = -setup.edges[i][j];
                    const double difference =
                        setup.strengths[i] - setup.strengths[j] + setup.edges[i][j];
                    const double score = 1 / (1 + std::pow(10, -difference / 400));
                    scores[i] += score / (static_cast<double>(count) - 1);
                    scores[j] += (1 - score) / (static_cast<double>(count) - 1);
                }
            }
            std::iota(best.begin(), best.end(), 0);
            std::sort(
                best.begin(), best.end(), [&](int a, int b) { return score_of(a) > score_of(b); });
        } while (slope * (score_of(best[static_cast<std::size_t>(top) - 1]) -
                          score_of(best[static_cast<std::size_t>(top)])) <
                 gap);
        best.resize(static_cast<std::size_t>(top));
        return std::pair{setup, best};
    });
}

} // namespace racing
