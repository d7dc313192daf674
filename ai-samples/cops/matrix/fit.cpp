#include "cops/matrix/fit.hpp"

#include "cops/lib/foresight/foresight.hpp"
#include "cops/matrix/recorded.hpp"

#include <cmath>
#include <fmt/format.h>

namespace referee::cops::sample {
namespace {

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
        const std::vector<Track> tracks = tracks_of(plan_game, turn.plans[1]);
        const Track thief = plan_game.thief_track(turn.plans[0]);
        samples.push_back(
            {plan_game.features(0, thief.back(), pointers_to(tracks)),
             game.played.end == End::escaped ? 1.0 : 0.0,
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

/// The plans of the lecture, and some others.
struct Plans {
    std::vector<std::vector<Step>> thieves;
    std::vector<CopsPlan> cops;
};

Plans plans_in(const Situation& situation, std::mt19937& generator) {
    Plans plans;
    const Scene scene(situation.state, situation.parameters, situation.constants);
    for (const ThiefPlanner planner : thief_policies) {
        plans.thieves.push_back(steps_along(scene, planner(scene)));
    }
    for (const CopsPolicy& policy : cops_policies) {
        plans.cops.push_back(policy.plan(scene, policy.thief));
    }
    constexpr int drawn = 3;
    const auto length = static_cast<std::size_t>(situation.parameters.plan_length);
    for (int i = 0; i < drawn; ++i) {
        // Two directions in turn, and parts of several plans.
        const auto first = static_cast<Step>(generator() % 5);
        const auto second = static_cast<Step>(generator() % 5);
        std::vector<Step>& zigzag = plans.thieves.emplace_back();
        for (std::size_t at = 0; at < length; ++at) {
            zigzag.push_back(at % 2 == 0 ? first : second);
        }
        CopsPlan mixed = plans.cops[generator() % cops_models];
        for (std::size_t cop = 0; cop < situation.state.cop_count; ++cop) {
            const CopsPlan& other = plans.cops[generator() % cops_models];
            for (std::size_t at = length * cop; at < length * (cop + 1); ++at) {
                mixed[at] = other[at];
            }
        }
        plans.cops.push_back(mixed);
    }
    return plans;
}

/// Where a pair of plans leads, and how the game ends if both sides follow the lecture's strongest
/// methods from there; nothing if it ends within the plans or with survival.
void add_played_out(
    const Turn& turn, const Plans& plans, std::mt19937& generator, std::vector<Sample>& samples) {
    constexpr int pairs = 12;
    const Situation& situation = turn.situations[0];
    std::vector<Future> futures =
        draw_futures(situation, Knowledge(situation, ""), {1}, {.futures = 2}, generator);
    for (Future& future : futures) {
        future.state = turn.state;
    }
    const PlanGame game(situation, futures);
    for (int i = 0; i < pairs; ++i) {
        const auto& thief = plans.thieves[generator() % plans.thieves.size()];
        const auto& cops = plans.cops[generator() % plans.cops.size()];
        Script script;
        script.thief_steps = &thief;
        script.cops_steps = &cops;
        script.thief = thief_gatehalo;
        script.cops = {cops_guard, thief_gatehalo};
        const std::size_t future = generator() % futures.size();
        const int now = situation.state.tick + situation.parameters.plan_length;
        const int payoff = play_out(futures[future], script, situation, {});
        const int ticks = situation.parameters.ticks;
        const int end = payoff > ticks ? 2 * ticks - payoff - 1 : payoff;
        if (end >= now && payoff != ticks) {
            const Place place = game.thief_track(thief)[future * game.length() + game.length() - 1];
            samples.push_back(
                {game.features(future, place, pointers_to(tracks_of(game, cops))),
                 payoff > ticks ? 1.0 : 0.0, static_cast<double>(end - now)});
        }
    }
}

/// Positions in a game of two of the lecture's AIs.
void add_lecture_game(std::uint64_t seed, std::vector<Sample>& samples) {
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
        const Plans plans = plans_in(turn.situations[0], generator);
        add_played_out(turn, plans, generator, samples);
    }
}

} // namespace

void print_fit(int games, std::uint64_t seed, int level) {
    Effort effort;
    effort.level = level;
    std::vector<Measured> ais{
        {"foresight", {foresight_thief(effort), foresight_cops(effort)}, 0, 0}};
    std::vector<Sample> samples;
    for (int i = 0; i < games; ++i) {
        const std::uint64_t each = seed + static_cast<std::uint64_t>(i);
        if (level == 0) {
            add_lecture_game(each, samples);
        } else {
            const auto number = static_cast<std::uint32_t>(each);
            add_samples(record_game(draw_field(each), ais, {0, 0}, number), samples);
        }
    }
    const Features weights = fitted(samples);
    double capture_delay = 0;
    double escape_delay = 0;
    double escapes = 0;
    double likelihood = 0;
    for (const Sample& sample : samples) {
        escapes += sample.escapes;
        escape_delay += sample.escapes * (sample.later - 10 * sample.features[way_feature]);
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
        "{} games, {} positions, {:.1f} % escapes, log likelihood {:.3f} per position\n", games,
        samples.size(), 100 * escapes / count, likelihood / count);
    fmt::print("weights {:.2f}\n", fmt::join(weights, ", "));
    fmt::print(
        "ticks until a capture {:.1f}, until an escape {:.1f} more than the way\n",
        capture_delay / (count - escapes), escape_delay / escapes);
}

} // namespace referee::cops::sample
